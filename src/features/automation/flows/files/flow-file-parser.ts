import { fileTypeFromBlob } from 'file-type'
import { parseBody } from '../../../../core/http/body'
import { blobOf, type ParserSource } from '../../../../core/parsers/contract'
import { AppError } from '../../../../shared/errors'
import { Data, isRecord } from '../../../../shared/flow/data'
import { FlowFault } from '../../../../shared/flow/fault'
import { jsonErrorPlace } from './json-place'
import { hasTooManyValues } from './json-size'
import { isOwnFile, readOwnFile } from './own-file'
import type { ParsedFlow } from './parsed'
import { readTypebot } from './typebot/read-typebot'
import { isTypebot } from './typebot/typebot-file'
import { isWhaticketFile, readWhaticketFile } from './whaticket-file'

/**
 * Reads a flow file of this product, of the Whaticket family or of Typebot. Runs in a parser worker.
 * @throws ERR_FLOW_FILE with the first fault and its place
 */
export async function parseFlowFile(source: ParserSource): Promise<ParsedFlow> {
  try {
    return await readFile(parseText(await blobOf(source).bytes()))
  } catch (error) {
    if (error instanceof FlowFault) throw new AppError('ERR_FLOW_FILE', { fault: error.fault })
    throw error
  }
}

/** Parses UTF-8 with or without a byte order mark. @throws FlowFault */
function parseText(bytes: Uint8Array<ArrayBuffer>): unknown {
  if (hasTooManyValues(bytes)) throw new FlowFault({ reason: 'tooLarge', place: '' })
  let text = ''
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return parseBody(text)
  } catch (error) {
    if (error instanceof AppError) throw new FlowFault({ reason: 'json', place: '' }) // nested too deep
    throw new FlowFault({ reason: 'json', place: error instanceof SyntaxError ? jsonErrorPlace(text) : '' })
  }
}

async function readFile(value: unknown): Promise<ParsedFlow> {
  if (!isRecord(value)) throw new FlowFault({ reason: 'format', place: '' })
  if (isOwnFile(value)) return readOwnFile(new Data(value, ''), identify)
  if (isTypebot(value)) return readTypebot(new Data(value, ''))
  if (isWhaticketFile(value)) return readWhaticketFile(value)
  throw new FlowFault({ reason: 'format', place: '' })
}

/** Media type of a file inside of the flow. */
const identify = async (bytes: Uint8Array<ArrayBuffer>) => (await fileTypeFromBlob(new Blob([bytes])))?.mime
