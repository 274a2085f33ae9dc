/**
 * Returns a function that shortens `GET http://host/api/contacts/17?q=ana` to `GET /api/contacts/:`: for logs, which
 * contain no data of customers. Only words of routes remain of the path. Other names are returned unchanged.
 */
export function requestShape(routes: readonly { path: string }[]): (name: string) => string {
  let words: Set<string> | undefined
  return (name) => {
    const space = name.indexOf(' ')
    const url = name.startsWith('/', space + 1) ? `http://localhost${name.slice(space + 1)}` : name.slice(space + 1)
    const parsed = /^https?:/.test(url) ? URL.parse(url) : null
    if (!parsed) return name
    words ??= new Set(routes.flatMap(({ path }) => path.split('/')).filter((word) => !/[:*]/.test(word)))
    const segments = parsed.pathname.split('/').slice(0, maxSegments)
    return `${name.slice(0, space)} ${segments.map((segment) => (words?.has(segment) ? segment : ':')).join('/')}`
  }
}

const maxSegments = 10
