import { fileTypeFromBlob } from 'file-type'
import { blobOf, type ParserSource } from '../../core/parsers/contract'

/** The media type that a file's bytes show; null for none known. Runs in a parser worker. */
export async function identifyMedia(source: ParserSource): Promise<string | null> {
  return (await fileTypeFromBlob(blobOf(source)))?.mime ?? null
}
