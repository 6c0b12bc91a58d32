"""Compiles kernels.cu to kernels.ptx, for `pip install nvidia-cuda-nvrtc-cu11==11.8.89`; with --check compares the two.

This compiler's PTX is accepted by drivers from 520 on (October 2022), for cards from the Pascal generation on (2016).
"""

import ctypes
import pathlib
import sys

import nvidia.cuda_nvrtc

OPTIONS = [b"--gpu-architecture=compute_60", b"--std=c++11"]


def compile_ptx(source: bytes) -> str:
    """Returns the PTX of a source; ends the program with the compiler's log if there are errors."""
    (folder,) = nvidia.cuda_nvrtc.__path__
    # The compiler loads its built-ins from a file beside it, by name.
    lib = pathlib.Path(folder) / "lib"
    ctypes.CDLL(str(next(lib.glob("libnvrtc-builtins.so.*"))), mode=ctypes.RTLD_GLOBAL)
    nvrtc = ctypes.CDLL(str(next(lib.glob("libnvrtc.so.*"))))
    program = ctypes.c_void_p()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"kernels.cu", 0, None, None)
    options = (ctypes.c_char_p * len(OPTIONS))(*OPTIONS)
    code = nvrtc.nvrtcCompileProgram(program, len(OPTIONS), options)

    def text(part: str) -> str:
        size = ctypes.c_size_t()
        getattr(nvrtc, f"nvrtcGet{part}Size")(program, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(size.value)
        getattr(nvrtc, f"nvrtcGet{part}")(program, buffer)
        return buffer.value.decode()

    if code != 0:
        sys.exit(text("ProgramLog"))
    return text("PTX")


def main() -> None:
    """Writes or compares the PTX."""
    folder = pathlib.Path(__file__).parent
    ptx, file = compile_ptx((folder / "kernels.cu").read_bytes()), folder / "kernels.ptx"
    if "--check" not in sys.argv:
        file.write_text(ptx)
    elif file.read_text() != ptx:
        sys.exit("gpu/kernels.ptx is not the PTX of gpu/kernels.cu; write it again with: python gpu/ptx.py")


if __name__ == "__main__":
    main()
