import { fileTypeFromBlob } from 'file-type'
import { blobOf, type ParserSource } from '../../../core/parsers/contract'

/** Returns the media type detected from a file's bytes, or null. Runs in a parser worker. */
export async function identifyMedia(source: ParserSource): Promise<string | null> {
  return (await fileTypeFromBlob(blobOf(source)))?.mime ?? null
}
