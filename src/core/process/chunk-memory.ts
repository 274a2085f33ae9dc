/**
 * Yields the chunks of a body that only the caller reads, and frees the memory of each chunk when the caller asks for the
 * next one. As garbage, chunks stay until the heap has doubled: 100 MB after two uploads of 60 MB (bench/history/attacks.md).
 */
export async function* freeingChunks<B extends Uint8Array>(body: AsyncIterable<B>): AsyncGenerator<B> {
  for await (const chunk of body) {
    yield chunk
    freeMemory(chunk)
  }
}

/** Frees the memory of a chunk that no code reads any more, unless other chunks may share its buffer. */
function freeMemory({ buffer, byteLength }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
