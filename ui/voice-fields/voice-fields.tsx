import { limits } from '../../src/shared/limits'
import { textVoice, voices } from '../../src/shared/voices'
import { TextField } from '../components/field'
import { PasswordField } from '../components/password-field'
import { Select } from '../components/select'
import type { Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

interface VoiceFieldsProps {
  voice: Field<string>
  region: Field<string>
  voiceKey: Field<string>
  /** True while a key is stored, which the choice of text deletes. */
  hasStoredKey?: boolean
}

/** Voice of a prompt's answers; region and key of the speech service unless the answers are text. */
export function VoiceFields({ voice, region, voiceKey, hasStoredKey = false }: VoiceFieldsProps) {
  const { t } = useTranslation()
  const speaks = useValue(voice.value) !== textVoice
  return (
    <>
      <Select
        field={voice}
        label={t('prompts.voice')}
        hint={hasStoredKey && !speaks ? t('prompts.voiceDeletesKey') : undefined}
        choices={[{ value: textVoice, label: t('prompts.voiceText') }, ...voices]}
      />
      {speaks && (
        <>
          <p className="text-muted text-sm">{t('prompts.voiceNotice')}</p>
          <TextField
            field={region}
            label={t('prompts.voiceRegion')}
            hint={t('prompts.voiceRegionHint')}
            placeholder="brazilsouth"
            maxLength={limits.speechRegion.max}
            autoComplete="off"
            mask={regionOf}
          />
          <PasswordField
            field={voiceKey}
            label={t('prompts.voiceKey')}
            hint={t('prompts.apiKeyHint')}
            autoComplete="new-password"
          />
        </>
      )}
    </>
  )
}

/** The region as the service names it: `Brazil South` is `brazilsouth`. */
const regionOf = (typed: string) => typed.toLowerCase().replace(/\s/g, '')
