import type { SendOutside } from '../../../../core/net/outside-request'
import { isVoice, regionForm } from '../../../../shared/voices'
import { refusalOf, ServiceError, sendToService, withSecondAttempt } from '../ask/ask-service'
import { ssmlOf } from './ssml'

/** A voice of Azure's speech service with the resource that pays for it. */
export interface Speech {
  voice: string
  region: string
  key: string
  /** 1: no second attempt. */
  attempts?: 1
}

/** Limit of one attempt in ms; the customer waits for the answer. */
const timeoutMs = 20_000
/** Bytes of the longest answer, ten minutes at 100 kbit/s. */
const maxBytes = 8 * 1024 * 1024
/** Opus in Ogg, which WhatsApp plays without conversion. */
const format = 'ogg-24khz-16bit-mono-opus'

/** Address of the speech service of a region; `{region}` stands for it in the operator's setting. */
export const speechUrl = (setting: string, region: string) =>
  `${setting.replaceAll('{region}', region)}/cognitiveservices/v1`

/**
 * Has Azure speak the words (https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech); returns
 * Opus in Ogg. The region is one label of the host name, so that it cannot name another host. Two attempts, as for the
 * questions to a model. @throws ServiceError
 */
export async function askSpeech(send: SendOutside, setting: string, speech: Speech, words: string) {
  const { voice, region, key, attempts } = speech
  if (!isVoice(voice) || !regionForm.test(region)) throw new ServiceError('refused')
  const request = {
    url: speechUrl(setting, region),
    body: ssmlOf(voice, words),
    headers: {
      'ocp-apim-subscription-key': key,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': format,
    },
    ...{ timeoutMs, maxBytes },
  }
  return withSecondAttempt(async () => {
    const answer = await sendToService(send, request)
    if (answer.status !== 200) throw refusalOf(answer, key)
    if (!isOgg(answer.bytes)) throw new ServiceError('invalid')
    return answer.bytes
  }, attempts)
}

/** True for a file that begins as Ogg does (RFC 3533 §6). */
const isOgg = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 4)) === 'OggS'
