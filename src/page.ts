/**
 * Imports the interface, alone and lazily. Bun 1.4.5 treats a chunk with an HTML import as the browser's: other modules
 * in it would load their imports from `/chunk-….js`, which does not exist in the executable.
 */
import page from '../ui/index.html'

/** A file of the interface inside the executable; `path` is Bun's internal path. */
export interface EmbeddedFile {
  path: string
  headers: Record<string, string>
}
/** Value of the import in an executable. `files` is missing from sources, where Bun bundles the page on request. */
export interface BundledInterface {
  index: string
  files?: EmbeddedFile[]
}

export const embeddedInterface = page as unknown as BundledInterface
