/** The least of a browser that the interface's stores touch on import; import it before them. */
const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const rim: Record<string, unknown> = {
  location: { origin: 'http://localhost', host: 'localhost' },
  localStorage: storage,
}
for (const [name, value] of Object.entries(rim)) if (!(name in globalThis)) Object.assign(globalThis, { [name]: value })
