import { TextField } from '../../../../components/field'
import { Select } from '../../../../components/select'
import { TypebotFields } from '../../../../components/typebot-fields'
import { createForm, type Rule, required, webAddress } from '../../../../lib/form'
import { useIntegrations } from '../../../../lib/integrations'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'

/** A saved Typebot, or the settings of one of the node's own. */
export function TypebotForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const form = useNodeForm(props, () => makeForm(readData(props.type, props.data, 'typebot')))
  const saved = useIntegrations().rows.filter(({ type }) => type === 'typebot')
  const isOwn = useValue(form.field('integrationId').value) === ''
  return (
    <NodeFields {...props} form={form} toData={toData}>
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
          <TypebotFields form={form} />
        </>
      )}
    </NodeFields>
  )
}

type Settings = ReturnType<typeof readData<'typebot'>>
/** A rule that counts only while the node has settings of its own. */
const ruleWhile =
  (isOwn: () => boolean, rule: Rule<string>): Rule<string> =>
  (value) =>
    isOwn() ? rule(value) : null

function makeForm(data: Settings) {
  const isOwn = (): boolean => form.field('integrationId').value.value === ''
  const form: ReturnType<typeof createForm<TypebotValues>> = createForm<TypebotValues>(
    {
      ...{ integrationId: String(data.integrationId ?? ''), name: data.name },
      ...{ urlN8N: data.url, typebotSlug: data.slug },
      ...{ typebotExpires: String(data.expires), typebotDelayMessage: String(data.delay) },
      ...{ typebotKeywordFinish: data.finishWord, typebotKeywordRestart: data.restartWord },
      ...{ typebotRestartMessage: data.restartText, typebotUnknownMessage: data.unknownText },
    },
    {
      urlN8N: [ruleWhile(isOwn, required), ruleWhile(isOwn, webAddress)],
      typebotSlug: [ruleWhile(isOwn, required)],
    },
  )
  return form
}

/** Values in the format of the stored node, as texts. */
interface TypebotValues {
  integrationId: string
  name: string
  urlN8N: string
  typebotSlug: string
  typebotExpires: string
  typebotDelayMessage: string
  typebotKeywordFinish: string
  typebotKeywordRestart: string
  typebotRestartMessage: string
  typebotUnknownMessage: string
}

const toData = (values: TypebotValues) => ({
  typebotIntegration: {
    ...values,
    ...{ integrationId: values.integrationId ? Number(values.integrationId) : null, name: values.name.trim() },
    ...{ urlN8N: values.urlN8N.trim(), typebotSlug: values.typebotSlug.trim() },
    ...{ typebotExpires: Number(values.typebotExpires) || 1, typebotDelayMessage: Number(values.typebotDelayMessage) },
    typebotKeywordFinish: values.typebotKeywordFinish.trim(),
    typebotKeywordRestart: values.typebotKeywordRestart.trim(),
  },
})
