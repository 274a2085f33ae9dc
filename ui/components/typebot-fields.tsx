import { limits } from '../../src/shared/limits'
import { digits, type Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'
import { TextField } from './field'

/** Names of the fields, in a form of an integration or of a flow's node. */
type TypebotField =
  | 'urlN8N'
  | 'typebotSlug'
  | 'typebotExpires'
  | 'typebotDelayMessage'
  | 'typebotKeywordFinish'
  | 'typebotKeywordRestart'
  | 'typebotRestartMessage'
  | 'typebotUnknownMessage'

interface TypebotFieldsProps {
  form: { field: (name: TypebotField) => Field<string> }
}

/** Address, times, keywords and texts of a Typebot, of an integration or of a flow's node. */
export function TypebotFields({ form }: TypebotFieldsProps) {
  const { t } = useTranslation()
  const number = (name: 'typebotExpires' | 'typebotDelayMessage', label: 'expires' | 'delay') => (
    <TextField
      field={form.field(name)}
      label={t(`integrations.${label}`)}
      hint={t(`integrations.${label}Hint`)}
      inputMode="numeric"
      autoComplete="off"
      mask={(text) => digits(text).slice(0, 5)}
    />
  )
  const keyword = (name: 'typebotKeywordFinish' | 'typebotKeywordRestart', label: 'finish' | 'restart') => (
    <TextField
      field={form.field(name)}
      label={t(`integrations.${label}`)}
      hint={t(`integrations.${label}Hint`)}
      maxLength={limits.typebotKeyword.max}
      autoComplete="off"
      optional
    />
  )
  const text = (name: 'typebotRestartMessage' | 'typebotUnknownMessage', label: 'restartText' | 'unknownText') => (
    <TextField
      field={form.field(name)}
      label={t(`integrations.${label}`)}
      hint={t(`integrations.${label}Hint`)}
      rows={2}
      maxLength={limits.automaticText.max}
      optional
    />
  )
  return (
    <>
      <TextField
        field={form.field('urlN8N')}
        label={t('integrations.typebotUrl')}
        hint={t('integrations.typebotUrlHint')}
        placeholder="https://typebot.io"
        maxLength={limits.url.max}
        autoComplete="off"
      />
      <TextField
        field={form.field('typebotSlug')}
        label={t('integrations.slug')}
        hint={t('integrations.slugHint')}
        maxLength={limits.typebotSlug.max}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {number('typebotExpires', 'expires')}
        {number('typebotDelayMessage', 'delay')}
        {keyword('typebotKeywordFinish', 'finish')}
        {keyword('typebotKeywordRestart', 'restart')}
      </div>
      {text('typebotRestartMessage', 'restartText')}
      {text('typebotUnknownMessage', 'unknownText')}
    </>
  )
}
