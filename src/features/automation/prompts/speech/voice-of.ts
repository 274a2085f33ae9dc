import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { textVoice } from '../../../../shared/voices'
import { isTypedKey, sealKey } from '../key'
import type { Prompt, PromptInput } from '../model'

type Speaking = Pick<Prompt, 'voice' | 'voiceRegion' | 'voiceKey'>

/** Voice of a prompt that is to be created. */
export const silent: Speaking = { voice: textVoice, voiceRegion: '', voiceKey: '' }

/**
 * Voice and region of a prompt after a change, and the key to store: a typed one, null to delete the stored one,
 * undefined to keep it. @throws ERR_VALIDATION for a voice without a region or a key, and for a key typed behind the dots
 * of the stored one
 */
export function voiceOf(input: Partial<PromptInput>, before: Speaking) {
  const { voice = before.voice, voiceRegion = before.voiceRegion, voiceKey } = input
  if (voice === textVoice) return { ...silent, voiceKey: null }
  const typed = isTypedKey(voiceKey) ? voiceKey : undefined
  const isMixed = voiceKey?.includes('•') === true && voiceKey !== before.voiceKey
  const hasKey = !isMixed && (typed !== undefined || before.voiceKey !== '')
  const missing = [...(voiceRegion === '' ? ['voiceRegion'] : []), ...(hasKey ? [] : ['voiceKey'])]
  if (isGiven(input) && missing.length > 0) throw new AppError('ERR_VALIDATION', { fields: missing })
  return { voice, voiceRegion, voiceKey: typed }
}

/** False for a change of other fields, which an imported prompt without its key allows. */
const isGiven = ({ voice, voiceRegion, voiceKey }: Partial<PromptInput>) =>
  voice !== undefined || voiceRegion !== undefined || voiceKey !== undefined

/** Stores a key of the speech service; null deletes it, undefined keeps the stored one. Call within a transaction. */
export async function storeVoiceKey(scope: Scope, id: number, key: string | null | undefined) {
  if (key === undefined) return
  const voiceKeySealed = key === null ? null : await sealKey(scope, id, key, 'voiceKeySealed')
  await scope.db.update('prompts').set({ voiceKeySealed, voiceKeyRefusedAt: null }).where('id', '=', id).execute()
}
