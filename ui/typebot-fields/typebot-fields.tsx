import { limits } from '../../src/shared/limits'
import { TextField } from '../components/field'
import { digits, type Field } from '../lib/form'
import { useTranslation } from '../lib/use-translation'

interface TypebotFieldsProps {
  url: Field<string>
  slug: Field<string>
  expires: Field<string>
  delay: Field<string>
  finish: Field<string>
  restart: Field<string>
  restartText: Field<string>
  unknownText: Field<string>
}

/** Address, times, keywords and texts of a Typebot, of an integration or of a flow's node. */
export function TypebotFields(fields: TypebotFieldsProps) {
  const { t } = useTranslation()
  const number = (name: 'expires' | 'delay') => (
    <TextField
      field={fields[name]}
      label={t(`integrations.${name}`)}
      hint={t(`integrations.${name}Hint`)}
      inputMode="numeric"
      autoComplete="off"
      mask={(text) => digits(text).slice(0, 5)}
    />
  )
  const keyword = (name: 'finish' | 'restart') => (
    <TextField
      field={fields[name]}
      label={t(`integrations.${name}`)}
      hint={t(`integrations.${name}Hint`)}
      maxLength={limits.typebotKeyword.max}
      autoComplete="off"
      optional
    />
  )
  const text = (name: 'restartText' | 'unknownText') => (
    <TextField
      field={fields[name]}
      label={t(`integrations.${name}`)}
      hint={t(`integrations.${name}Hint`)}
      rows={2}
      maxLength={limits.automaticText.max}
      optional
    />
  )
  return (
    <>
      <TextField
        field={fields.url}
        label={t('integrations.typebotUrl')}
        hint={t('integrations.typebotUrlHint')}
        placeholder="https://typebot.io"
        maxLength={limits.url.max}
        autoComplete="off"
      />
      <TextField
        field={fields.slug}
        label={t('integrations.slug')}
        hint={t('integrations.slugHint')}
        maxLength={limits.typebotSlug.max}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {number('expires')}
        {number('delay')}
        {keyword('finish')}
        {keyword('restart')}
      </div>
      {text('restartText')}
      {text('unknownText')}
    </>
  )
}
