import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { regionForm, spokenWords } from '../../../../shared/voices'
import { attachFile } from '../../../platform/media/attach'
import { type PreparedFile, prepareFile } from '../../../platform/media/prepare'
import { ServiceError } from '../ask/ask-service'
import { type CallSubject, finishCall, type RecordedCall, recordMissingKey, startCall } from '../cost/calls'
import { costOfVoice } from '../cost/price'
import { markKeyRefused } from '../refused-key'
import { askSpeech, type Speech } from './ask-speech'

/** Result of a call to the speech service: Opus in Ogg, or null with the reason. */
interface SpokenWords extends RecordedCall {
  bytes: Uint8Array<ArrayBuffer> | null
  /** The service's own text about a refusal, without the key. */
  detail: string
}

const notMade = { bytes: null, inputTokens: 0, outputTokens: 0, cost: 0, durationMs: 0, detail: '' }

/**
 * Has the service speak the words within the company's budget, and records the call. A failure is in the result. Never
 * call inside a transaction.
 */
export async function speakWords(
  scope: Scope,
  subject: CallSubject,
  speech: Speech,
  words: string,
): Promise<SpokenWords> {
  const { voice, region, key } = speech
  if (key === '' || !regionForm.test(region)) {
    await recordMissingKey(scope, subject, voice)
    return { ...notMade, outcome: 'noKey' }
  }
  const spent = { inputTokens: 0, outputTokens: 0, cost: costOfVoice(words.length) }
  const call = await startCall(scope, { ...subject, characters: words.length }, voice, spent)
  if (!call) return { ...notMade, outcome: 'budget' }
  try {
    const bytes = await askSpeech(scope.ports.outside, scope.ports.speechUrl, speech, words)
    return { bytes, detail: '', ...(await finishCall(scope, call, { outcome: 'answered', spent, detail: '' })) }
  } catch (error) {
    const { problem, detail } = error instanceof ServiceError ? error : new ServiceError('invalid')
    if (problem === 'keyRefused') await markKeyRefused(scope, subject.promptId, 'voice', key)
    const isCharged = problem === 'timeout' || problem === 'invalid'
    const result = { outcome: problem, spent: isCharged ? spent : free, detail }
    return { bytes: null, detail, ...(await finishCall(scope, call, result)) }
  }
}

const free = { inputTokens: 0, outputTokens: 0, cost: 0 }

/**
 * Voice note of an answer, stored with its row; null when the service, the budget or the room for files refuses, so that
 * the text is sent. Never call inside a transaction.
 */
export async function speakAnswer(
  scope: Scope,
  about: Omit<CallSubject, 'kind'>,
  speech: Speech,
  text: string,
): Promise<PreparedFile | null> {
  const words = spokenWords(text)
  if (words === null) return null
  const { bytes } = await speakWords(scope, { ...about, kind: 'speech' }, speech, words)
  if (!bytes) return null
  try {
    const stream = () => new Blob([bytes]).stream()
    const file = await attachFile(scope, { stream, name: 'voice.ogg' }, (_, stored) => stored)
    return await prepareFile(scope, file, false, { voice: true })
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
