/**
 * The interface, and nothing else: this module is loaded lazily and imports no other. Bun 1.4.5 takes a chunk with an
 * HTML import for the browser's, and whatever else lay in it would look for its own imports at `/chunk-….js`, which
 * does not exist in the executable.
 */
import page from '../ui/index.html'

/** A file of the interface inside the executable; `path` is where Bun keeps it. */
export interface Embedded {
  path: string
  headers: Record<string, string>
}
/** What the import gives in an executable. From sources there are no files: Bun bundles the page when asked for it. */
export interface Interface {
  index: string
  files?: Embedded[]
}

export const embedded = page as unknown as Interface
