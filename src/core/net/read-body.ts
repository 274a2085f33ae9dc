import { promisify } from 'node:util'
import { OutsideError } from './outside-error'

/** Decoders by content coding. `node:zlib` is loaded at the first use, because it takes a millisecond of the start. */
async function loadDecoders() {
  const { brotliDecompress, gunzip, inflate } = await import('node:zlib')
  const decodeGzip = promisify(gunzip)
  return { gzip: decodeGzip, 'x-gzip': decodeGzip, deflate: promisify(inflate), br: promisify(brotliDecompress) }
}

/** Whole body of an answer, unpacked. @throws OutsideError tooLarge before more than `max` bytes are in memory */
export async function readBody(answer: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(answer.headers.get('content-length')) > max) {
    await answer.body?.cancel()
    throw new OutsideError('tooLarge')
  }
  const packed = await readBounded(answer, max)
  const encoding = answer.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (packed.byteLength === 0 || encoding === '' || encoding === 'identity') return packed
  return unpack(packed, encoding, max)
}

async function readBounded(answer: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > max) throw new OutsideError('tooLarge') // leaving the loop cancels the body
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Unpacks a server's answer that is compressed although the request asked for `identity`. */
async function unpack(packed: Uint8Array, encoding: string, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const decoders = await loadDecoders()
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : null
  if (!decode) throw new OutsideError('network')
  try {
    return new Uint8Array(await decode(packed, { maxOutputLength: max }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OutsideError(code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'network')
  }
}
