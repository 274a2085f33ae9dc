import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { createForm, digits, type Rule, required, useForm, webAddress } from '../../../lib/form'
import { useIntegrations } from '../../../lib/integrations'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { readData } from './node-data'
import { NodeDialog, type NodeFormProps } from './node-dialog'

/** A saved Typebot, or the settings of one of the node's own. */
export function TypebotForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(readData(props.type, props.data, 'typebot')))
  const saved = useIntegrations().rows.filter(({ type }) => type === 'typebot')
  const isOwn = useValue(form.field('integrationId').value) === ''
  return (
    <NodeDialog {...props} form={form} toData={toData}>
      <Select
        field={form.field('integrationId')}
        label={t('flowBuilder.savedTypebot')}
        choices={[
          { value: '', label: t('flowBuilder.ownTypebot') },
          ...saved.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {isOwn && <OwnFields form={form} />}
    </NodeDialog>
  )
}

type Settings = ReturnType<typeof readData<'typebot'>>
/** A rule that counts only while the node has settings of its own. */
const own =
  (rule: Rule<string>, isOwn: () => boolean): Rule<string> =>
  (value) =>
    isOwn() ? rule(value) : null

function makeForm(read: Settings) {
  const isOwn = (): boolean => form.field('integrationId').value.value === ''
  const form: ReturnType<typeof createForm<TypebotValues>> = createForm<TypebotValues>(
    {
      ...{ integrationId: String(read.integrationId ?? ''), name: read.name, url: read.url, slug: read.slug },
      ...{ expires: String(read.expires), delay: String(read.delay) },
      ...{ finishWord: read.finishWord, restartWord: read.restartWord },
      ...{ restartText: read.restartText, unknownText: read.unknownText },
    },
    { url: [own(required, isOwn), own(webAddress, isOwn)], slug: [own(required, isOwn)] },
  )
  return form
}

interface TypebotValues {
  integrationId: string
  name: string
  url: string
  slug: string
  expires: string
  delay: string
  finishWord: string
  restartWord: string
  restartText: string
  unknownText: string
}

const toData = (values: TypebotValues) => ({
  typebotIntegration: {
    ...{ integrationId: values.integrationId ? Number(values.integrationId) : null, name: values.name.trim() },
    ...{ urlN8N: values.url.trim(), typebotSlug: values.slug.trim(), typebotExpires: Number(values.expires) || 1 },
    ...{ typebotDelayMessage: Number(values.delay), typebotKeywordFinish: values.finishWord.trim() },
    ...{ typebotKeywordRestart: values.restartWord.trim(), typebotRestartMessage: values.restartText },
    typebotUnknownMessage: values.unknownText,
  },
})

function OwnFields({ form }: { form: ReturnType<typeof makeForm> }) {
  const { t } = useTranslation()
  const line = (name: 'finishWord' | 'restartWord', label: string, hint: string) => (
    <TextField
      field={form.field(name)}
      label={label}
      hint={hint}
      maxLength={limits.typebotKeyword.max}
      autoComplete="off"
      optional
    />
  )
  const number = (name: 'expires' | 'delay', label: string, hint: string) => (
    <TextField
      field={form.field(name)}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      mask={(text) => digits(text).slice(0, 5)}
    />
  )
  return (
    <>
      <TextField
        field={form.field('name')}
        label={t('flowBuilder.programName')}
        maxLength={50}
        autoComplete="off"
        optional
      />
      <TextField
        field={form.field('url')}
        label={t('integrations.typebotUrl')}
        hint={t('integrations.typebotUrlHint')}
        placeholder="https://typebot.io"
        maxLength={limits.url.max}
        autoComplete="off"
      />
      <TextField
        field={form.field('slug')}
        label={t('integrations.slug')}
        hint={t('integrations.slugHint')}
        maxLength={limits.typebotSlug.max}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {number('expires', t('integrations.expires'), t('integrations.expiresHint'))}
        {number('delay', t('integrations.delay'), t('integrations.delayHint'))}
        {line('finishWord', t('integrations.finish'), t('integrations.finishHint'))}
        {line('restartWord', t('integrations.restart'), t('integrations.restartHint'))}
      </div>
      <TextField
        field={form.field('restartText')}
        label={t('integrations.restartText')}
        rows={2}
        maxLength={limits.automaticText.max}
        optional
      />
      <TextField
        field={form.field('unknownText')}
        label={t('integrations.unknownText')}
        rows={2}
        maxLength={limits.automaticText.max}
        optional
      />
    </>
  )
}
