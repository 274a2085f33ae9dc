import { limits } from '../../src/shared/limits'
import { regionForm, textVoice } from '../../src/shared/voices'
import { length, type Rule, required } from '../lib/form'

/** Rules of a region and of a key, which are needed unless the answers are text. */
export function voiceRules(voiceNow: () => string, storedKey: string) {
  const spoken =
    (rule: Rule<string>): Rule<string> =>
    (value) =>
      voiceNow() === textVoice ? null : rule(value)
  return {
    voiceRegion: [spoken(required), spoken((value) => (regionForm.test(value) ? null : { code: 'refused' }))],
    voiceKey: [spoken(required), spoken(length(limits.serviceKey)), spoken(unmixedKey(storedKey))],
  }
}

/** Refuses a key typed behind the dots of the stored one. */
export const unmixedKey =
  (masked: string): Rule<string> =>
  (value) =>
    value === masked || !value.includes('•') ? null : { code: 'ERR_PROMPT_KEY_MASK' }
