/** The parts of a browser that the client's modules read when they are loaded. */
const stored = new Map();
globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, String(value)) };
globalThis.document = { documentElement: {} };
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en"] }, configurable: true });
