/** A file as a program writes it, and what an import has to make of it. */
export interface ContactFile {
  /** Program and kind of file. */
  name: string
  bytes: Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
  /** People as `name|number|e-mail`, in the order of the file; a refused row is `-`. */
  people: string[]
  /** Some fields that have to be kept, as `heading: value`. */
  fields?: string[]
}
