import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { createForm, type Rule, required, useForm, webAddress } from '../../../lib/form'
import { useIntegrations } from '../../../lib/integrations'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { TypebotFields } from '../../../typebot-fields/typebot-fields'
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
      {isOwn && (
        <>
          <TextField
            field={form.field('name')}
            label={t('flowBuilder.programName')}
            maxLength={50}
            autoComplete="off"
            optional
          />
          <TypebotFields
            url={form.field('url')}
            slug={form.field('slug')}
            expires={form.field('expires')}
            delay={form.field('delay')}
            finish={form.field('finishWord')}
            restart={form.field('restartWord')}
            restartText={form.field('restartText')}
            unknownText={form.field('unknownText')}
          />
        </>
      )}
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
