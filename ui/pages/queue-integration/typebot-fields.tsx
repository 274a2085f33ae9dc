import { limits } from '../../../src/shared/limits'
import { TextField } from '../../components/field'
import { digits } from '../../lib/form'
import { useTranslation } from '../../lib/use-translation'
import type { IntegrationForm } from './integration-form'

/** Address, times, keywords and texts of a Typebot. */
export function TypebotFields({ form }: { form: IntegrationForm }) {
  const { t } = useTranslation()
  const number = (name: 'typebotExpires' | 'typebotDelayMessage', label: string, hint: string) => (
    <TextField
      field={form.field(name)}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      mask={(text) => digits(text).slice(0, 5)}
    />
  )
  const keyword = (name: 'typebotKeywordFinish' | 'typebotKeywordRestart', label: string, hint: string) => (
    <TextField
      field={form.field(name)}
      label={label}
      hint={hint}
      maxLength={limits.typebotKeyword.max}
      autoComplete="off"
      optional
    />
  )
  const text = (name: 'typebotRestartMessage' | 'typebotUnknownMessage', label: string, hint: string) => (
    <TextField
      field={form.field(name)}
      label={label}
      hint={hint}
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
        {number('typebotExpires', t('integrations.expires'), t('integrations.expiresHint'))}
        {number('typebotDelayMessage', t('integrations.delay'), t('integrations.delayHint'))}
        {keyword('typebotKeywordFinish', t('integrations.finish'), t('integrations.finishHint'))}
        {keyword('typebotKeywordRestart', t('integrations.restart'), t('integrations.restartHint'))}
      </div>
      {text('typebotRestartMessage', t('integrations.restartText'), t('integrations.restartTextHint'))}
      {text('typebotUnknownMessage', t('integrations.unknownText'), t('integrations.unknownTextHint'))}
    </>
  )
}
