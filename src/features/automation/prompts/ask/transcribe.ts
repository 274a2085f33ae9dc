import type { Scope } from '../../../../core/scope'
import { type CallSubject, finishCall, startCall } from '../cost/calls'
import { costOfSpeech } from '../cost/price'
import { postToService, refusalOf, refusingDeep, type Service, ServiceError } from './ask-service'
import { readTranscript } from './chat-protocol'

const model = 'whisper-1'
/** Limit of one transcription in ms; the customer also waits for the answer. */
const timeoutMs = 20_000

export interface Recording {
  bytes: Uint8Array<ArrayBuffer>
  mime: string
  seconds: number
}

/**
 * The words of a recording (https://platform.openai.com/docs/api-reference/audio/createTranscription); null when the
 * service has no answer or the budget is used up. The call is in the log.
 */
export async function transcribe(
  scope: Scope,
  subject: CallSubject,
  service: Service,
  recording: Recording,
): Promise<string | null> {
  const spent = { inputTokens: 0, outputTokens: 0, cost: costOfSpeech(recording.seconds) }
  const call = await startCall(scope, { ...subject, kind: 'transcription' }, model, spent)
  if (!call) return null
  try {
    const text = await ask(scope, service, recording)
    await finishCall(scope, call, { outcome: 'answered', spent, detail: '' })
    return text
  } catch (error) {
    const { problem, detail } = error instanceof ServiceError ? error : new ServiceError('invalid')
    const isCharged = problem === 'timeout' || problem === 'invalid'
    await finishCall(scope, call, { outcome: problem, spent: isCharged ? spent : free, detail })
    return null
  }
}

const free = { inputTokens: 0, outputTokens: 0, cost: 0 }

async function ask({ ports }: Scope, service: Service, { bytes, mime }: Recording): Promise<string> {
  const form = new FormData()
  form.append('file', new File([bytes], fileName(mime), { type: mime }))
  form.append('model', model)
  const answer = await postToService(ports.outside, { ...service, timeoutMs }, { path: '/audio/transcriptions', form })
  if (answer.status !== 200) throw refusalOf(answer, service.apiKey)
  const text = refusingDeep(() => readTranscript(answer.text()))
  if (text === null) throw new ServiceError('invalid')
  return text
}

/** Name whose ending tells the service the format. */
function fileName(mime: string): string {
  if (/mpeg|mp3/.test(mime)) return 'audio.mp3'
  return /mp4|m4a|aac/.test(mime) ? 'audio.m4a' : 'audio.ogg'
}
