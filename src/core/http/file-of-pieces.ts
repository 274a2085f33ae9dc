/**
 * File of a form whose bytes stay in the pieces in which they arrived. `stream` returns them one by one; other methods
 * join them first.
 */
export class FileOfPieces extends File {
  override readonly size: number

  constructor(
    private readonly pieces: Uint8Array<ArrayBuffer>[],
    name: string,
    type: string,
  ) {
    super([], name, { type })
    this.size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const pieces = this.pieces.values()
    return new ReadableStream({
      pull(sink) {
        const { value, done } = pieces.next()
        if (done) sink.close()
        else sink.enqueue(value)
      },
    })
  }

  override arrayBuffer = () => this.join().arrayBuffer()
  override bytes = () => this.join().bytes()
  override text = () => this.join().text()
  override slice = (start?: number, end?: number, type?: string) => this.join().slice(start, end, type)

  private join = () => new Blob(this.pieces, { type: this.type })
}
