import type { Scope } from '../../../../core/scope'
import { isTypedKey, openKey } from '../key'
import type { VoiceTest, VoiceTestResult } from '../model'
import { getPromptRow } from '../read'
import { speakWords } from './speak'

/** Sentence by which an admin hears a voice; all voices speak Portuguese. */
const sample = 'Olá! É com esta voz que eu respondo aos seus clientes.'

/**
 * Has a voice of a form speak a sentence. A refusal of the service is in the result. The call counts for the budget.
 * @throws ERR_NO_PROMPT_FOUND
 */
export async function testVoice(scope: Scope, input: VoiceTest): Promise<VoiceTestResult> {
  const { key, promptId } = await keyOf(scope, input)
  const subject = { kind: 'speechTest', promptId, ticketId: null } as const
  const speech = { voice: input.voice, region: input.voiceRegion, key, attempts: 1 } as const
  const { bytes, outcome, detail, cost, durationMs } = await speakWords(scope, subject, speech, sample)
  const audio = bytes ? Buffer.from(bytes).toString('base64') : ''
  return { outcome, audio, detail, characters: sample.length, cost, durationMs }
}

/**
 * The typed key, or the stored one of the prompt. Another region does not need the key again: the operator alone decides
 * the host, and a region is one label of its name.
 */
async function keyOf(scope: Scope, { voiceKey, promptId }: VoiceTest) {
  const row = promptId === undefined ? null : await getPromptRow(scope, promptId)
  if (isTypedKey(voiceKey)) return { key: voiceKey, promptId: row?.id ?? null }
  const key = row ? await openKey(scope, row.id, row.voiceKeySealed, 'voiceKeySealed') : ''
  return { key, promptId: row?.id ?? null }
}
