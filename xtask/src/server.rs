//! A local HTTP server.

use anyhow::anyhow;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{Read as _, Write as _};
use std::path::Path;
use tiny_http::{Header, Request, Response, Server};

/// Serves a folder on localhost until the process is interrupted; port 0 is any free port.
pub fn serve(folder: &Path, port: u16) -> anyhow::Result<()> {
    let server = Server::http(("127.0.0.1", port)).map_err(|error| anyhow!("port {port}: {error}"))?;
    let address = server.server_addr();
    let mut stdout = std::io::stdout();
    writeln!(stdout, "http://{address}/")?;
    stdout.flush()?;
    for request in server.incoming_requests() {
        // A client that closes the connection is not an error.
        let _ = answer(folder, request);
    }
    Ok(())
}

fn answer(folder: &Path, request: Request) -> std::io::Result<()> {
    let path = request.url().split(['?', '#']).next().unwrap_or("/").trim_start_matches('/').to_owned();
    let path = if path.is_empty() { "index.html" } else { &path };
    let plain =
        path.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)) && !path.starts_with('.');
    let file = plain.then(|| std::fs::File::open(folder.join(path)).ok()).flatten();
    let Some(mut file) = file else {
        return request.respond(Response::from_string("not found\n").with_status_code(404));
    };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&bytes)?;
    let header = |name: &str, value: &str| Header::from_bytes(name, value).expect("ASCII");
    let mut response = Response::from_data(packed.finish()?);
    response.add_header(header("Content-Encoding", "gzip"));
    response.add_header(header("Content-Type", kind(path)));
    response.add_header(header("Cache-Control", "no-cache"));
    request.respond(response)
}

/// Returns the media type of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
