import { OutsideError } from '../../core/net/outside-error'
import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { attachmentName } from '../../shared/text'
import { attachFile } from '../media/attach'
import { type PreparedFile, prepareFile } from '../media/prepare'

/** Bytes of a file that a program sends to a customer, at most. */
const maxBytes = 16 * 1024 * 1024

/**
 * Downloads and stores a file that a program sends. An audio becomes a voice note when its format allows it. Returns
 * null for a file that cannot be fetched or stored; the caller sends its address.
 */
export async function fetchFile(scope: Scope, url: string, isVoice: boolean): Promise<PreparedFile | null> {
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
