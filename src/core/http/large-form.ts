import { AppError } from '../../shared/errors'
import { FileOfPieces } from './file-of-pieces'

/** Field of a form: a text or a file. */
export type FormEntry = [name: string, value: FormDataEntryValue]

/** Maximum bytes of the headers of one part. */
const maxHeader = 16 * 1024
/** Maximum characters of a boundary (RFC 2046 §5.1.1). Each chunk is compared with it. */
const maxBoundary = 70
const lineEnd = '\r\n'
const headerEnd = Buffer.from('\r\n\r\n')

/**
 * Reads a form with large files while it arrives. Bun's parser copies a whole form in one piece, 20 ms for 24 MB. Here
 * the bytes of files are set aside as they came, and Bun parses the rest: the same form with empty files. It decides
 * names, types and faults as for every form. @throws ERR_BODY, ERR_FILE_WITHOUT_FIELD, TypeError for a form that Bun
 * refuses
 */
export async function readLargeForm(body: AsyncIterable<Uint8Array>, contentType: string): Promise<FormEntry[]> {
  const splitter = new FormSplitter(boundaryOf(contentType))
  for await (const chunk of body) splitter.add(chunk)
  const { skeleton, files } = splitter.end()
  const form = await new Response(skeleton, { headers: { 'content-type': contentType } }).formData()
  return withFiles(form, files)
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (!boundary || boundary.length > maxBoundary) throw new AppError('ERR_BODY')
  return boundary
}

/** Returns the entries of a form with the bytes of its files. @throws ERR_BODY where Bun finds other files */
function withFiles(form: FormData, files: Uint8Array<ArrayBuffer>[][]): FormEntry[] {
  const left = files.values()
  const entries = [...form].map(([name, value]): FormEntry => {
    if (typeof value === 'string') return [name, value]
    const { value: pieces } = left.next()
    if (!pieces || value.size > 0) throw new AppError('ERR_BODY')
    return [name, new FileOfPieces(pieces, value.name ?? '', value.type)] // Bun has none for `filename=""`
  })
  if (!left.next().done) throw new AppError('ERR_BODY')
  return entries
}

/** Splits the bytes of a form into those of its files and the rest, in any division into chunks. */
class FormSplitter {
  private readonly delimiter: Buffer
  private readonly rest: Uint8Array<ArrayBuffer>[] = []
  private readonly files: Uint8Array<ArrayBuffer>[][] = []
  /** Receives the bytes up to the next delimiter: those of a file or of the rest. */
  private target = this.rest
  /** Bytes that may be the beginning of a delimiter, or of headers. The line before the first delimiter is implied. */
  private held: Buffer<ArrayBufferLike> = Buffer.from(lineEnd)
  private isInHeader = false

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`${lineEnd}--${boundary}`)
  }

  add(chunk: Uint8Array) {
    this.held = this.join(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    while (this.isInHeader ? this.takeHeader() : this.takeContent());
  }

  end() {
    this.rest.push(bytesOf(this.held))
    const skeleton = Buffer.concat(this.rest)
    return { skeleton: skeleton.subarray(lineEnd.length), files: this.files }
  }

  /** Returns the held bytes with the chunk. A chunk of content is copied only where a delimiter may cross into it. */
  private join(chunk: Buffer): Buffer {
    if (this.held.length === 0) return chunk
    if (this.isInHeader || this.mayCross(chunk)) return Buffer.concat([this.held, chunk])
    this.takeInto(this.target, this.held.length)
    return chunk
  }

  private mayCross(chunk: Buffer): boolean {
    const { held, delimiter } = this
    const beyond = delimiter.length - 1
    return chunk.length < beyond || Buffer.concat([held, chunk.subarray(0, beyond)]).includes(delimiter)
  }

  /** Takes bytes up to the next delimiter; true when there is one. */
  private takeContent(): boolean {
    const at = this.held.indexOf(this.delimiter)
    if (at < 0) {
      this.takeInto(this.target, this.held.length - this.countPossibleStart())
      return false
    }
    this.takeInto(this.target, at)
    this.takeInto(this.rest, this.delimiter.length)
    this.isInHeader = true
    return true
  }

  /** Number of bytes at the end with which a delimiter may begin. Its only carriage return is its first byte. */
  private countPossibleStart(): number {
    const end = this.held.subarray(-(this.delimiter.length - 1))
    const at = end.lastIndexOf('\r')
    if (at < 0) return 0
    const start = end.subarray(at)
    return start.equals(this.delimiter.subarray(0, start.length)) ? start.length : 0
  }

  /** Takes the headers of a part; true when they are complete. Behind the last delimiter all bytes are headers. */
  private takeHeader(): boolean {
    const at = this.held.indexOf(headerEnd)
    if (at < 0 || at > maxHeader) {
      if (this.held.length > maxHeader) throw new AppError('ERR_BODY')
      return false
    }
    const header = this.held.toString('latin1', 0, at)
    const isFile = /;\s*filename\*?=/i.test(header)
    if (isFile && !hasFieldName(header)) throw new AppError('ERR_FILE_WITHOUT_FIELD')
    this.takeInto(this.rest, at + headerEnd.length)
    this.isInHeader = false
    this.target = isFile ? [] : this.rest
    if (isFile) this.files.push(this.target)
    return true
  }

  private takeInto(target: Uint8Array<ArrayBuffer>[], length: number) {
    if (length <= 0) return
    target.push(bytesOf(this.held.subarray(0, length)))
    this.held = this.held.subarray(length)
  }
}

/** True if the headers of a part name its field. Bun leaves out a part without one; its file would be lost unnoticed. */
const hasFieldName = (header: string): boolean =>
  /;\s*name=(?:"[^"]|[^"\s;])/i.test(header.replace(/filename="[^"]*"/i, ''))

/** The same bytes, in the chunk in which they arrived: all parts together hold no more memory than the body has. */
const bytesOf = ({ buffer, byteOffset, length }: Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, length)
