// The parts of Node.js that are used; browsers have none of them.

export interface Port {
  onmessage: ((event: MessageEvent) => unknown) | null;
  postMessage(message: unknown): void;
}

export interface Heard {
  report?: object;
  result?: unknown;
  message?: string;
}

interface NodeWorker extends Pick<Worker, "postMessage" | "terminate"> {
  on(event: string, hear: (heard: Heard) => void): NodeWorker;
}

interface Modules {
  "node:fs": { readFileSync(address: URL): BufferSource };
  "node:worker_threads": { Worker: new (address: URL) => NodeWorker; parentPort: Port | null };
}

export interface Host {
  process?: { getBuiltinModule?<Name extends keyof Modules>(name: Name): Modules[Name] };
}
