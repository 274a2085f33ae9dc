import { block, padding, readHeader } from './tar'

/** Member of an archive that arrives as a stream. */
export interface StreamedMember {
  name: string
  size: number
  /** Bytes of the member; read them completely before the next member. */
  body: AsyncIterable<Uint8Array>
}

/**
 * Members of a streamed tar archive in order; reads to the end of the stream, so that a source that checks its last
 * bytes has checked all of them. @throws Error for bytes that are not such an archive or are cut short
 */
export async function* streamMembers(source: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedMember> {
  const bytes = new ByteReader(source)
  for (;;) {
    const head = readHeader(await bytes.read(block))
    if (!head) break
    yield { ...head, body: bytes.take(head.size) }
    await bytes.read(padding(head.size))
  }
  await bytes.drain()
}

/** Reads exact numbers of bytes from a stream of chunks. */
class ByteReader {
  private rest: Uint8Array = new Uint8Array()
  private readonly source: AsyncIterator<Uint8Array>

  constructor(source: AsyncIterable<Uint8Array>) {
    this.source = source[Symbol.asyncIterator]()
  }

  /** Returns `count` bytes, fewer at the end of the stream. */
  async read(count: number): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of this.chunks(count)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** Yields `count` bytes in chunks. @throws Error when the stream ends before */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    let missing = count
    for await (const chunk of this.chunks(count)) {
      missing -= chunk.length
      yield chunk
    }
    if (missing > 0) throw new Error('the archive is cut short')
  }

  async drain() {
    while (!(await this.source.next()).done);
  }

  private async *chunks(count: number): AsyncGenerator<Uint8Array> {
    for (let missing = count; missing > 0; ) {
      if (this.rest.length === 0) {
        const next = await this.source.next()
        if (next.done) return
        this.rest = next.value
      }
      const chunk = this.rest.subarray(0, missing)
      this.rest = this.rest.subarray(chunk.length)
      missing -= chunk.length
      if (chunk.length > 0) yield chunk
    }
  }
}
