import { OutsideError } from '../../../core/net/outside-error'
import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { attachmentName } from '../../../shared/text'
import { attachFile } from '../../platform/media/attach'
import { type PreparedFile, prepareFile } from '../../platform/media/prepare'

/** Bytes of a file that a program sends to a customer, at most. */
const maxBytes = 16 * 1024 * 1024

/** Files of one answer that are fetched, and the time in ms after which no further one is begun. */
const [maxFiles, maxTime] = [20, 45_000]

interface FileToFetch {
  url: string
  /** True for an audio that is to be a voice note. */
  isVoice: boolean
}

/** Fetches the files of an answer one after the other, so that at most one is in memory; null as in `fetchFile`. */
export async function fetchFiles(scope: Scope, wanted: FileToFetch[]): Promise<(PreparedFile | null)[]> {
  const end = Date.now() + maxTime
  const files: (PreparedFile | null)[] = []
  for (const { url, isVoice } of wanted)
    files.push(files.length < maxFiles && Date.now() < end ? await fetchFile(scope, url, isVoice) : null)
  return files
}

/**
 * Downloads and stores a file that a program sends. An audio becomes a voice note when its format allows it. Returns
 * null for a file that cannot be fetched or stored; the caller sends its address.
 */
async function fetchFile(scope: Scope, url: string, isVoice: boolean): Promise<PreparedFile | null> {
  try {
    const answer = await scope.ports.outside({ url, maxBytes })
    if (answer.status !== 200 || answer.bytes.byteLength === 0) return null
    const stream = () => new Blob([answer.bytes]).stream()
    const file = await attachFile(scope, { stream, name: nameOf(url) }, (_, stored) => stored)
    return await prepareFile(scope, file, false, { voice: isVoice }).catch((error) => {
      if (isVoice && error instanceof AppError) return prepareFile(scope, file, false, {})
      throw error
    })
  } catch (error) {
    if (error instanceof OutsideError || error instanceof AppError) return null
    throw error
  }
}

const nameOf = (url: string) => attachmentName(decode(new URL(url).pathname.split('/').at(-1) ?? '') || 'file')

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
