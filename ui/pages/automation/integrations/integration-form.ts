import type { IntegrationInput, QueueIntegration } from '../../../../src/features/automation/integrations/model'
import { type IntegrationLanguage, type IntegrationType, isSigned } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { createForm, length, type Rule, required, webAddress } from '../../../lib/form'

const atMost =
  ({ max }: { max: number }): Rule<string> =>
  (value) =>
    Number(value) <= max ? null : { code: 'refused' }

const optionalAddress: Rule<string> = (value) => (value.trim() === '' ? null : webAddress(value))

/** Form of an integration; a field's rules hold for the chosen type only. */
export function makeIntegrationForm(integration: QueueIntegration | null) {
  const values = { ...defaults, ...integration }
  const hasType = (...types: IntegrationType[]) => types.includes(form.field('type').value.value as IntegrationType)
  const onlyFor =
    (isFor: () => boolean, ...rules: Rule<string>[]): Rule<string> =>
    (value) =>
      isFor() ? (rules.map((rule) => rule(value)).find((problem) => problem !== null) ?? null) : null
  const isDialogflow = () => hasType('dialogflow')
  const isTypebot = () => hasType('typebot')
  const isOutside = () => !hasType('flowbuilder')
  const hasAddress = () => isTypebot() || isSigned(form.field('type').value.value as IntegrationType)
  const form: IntegrationForm = createForm(
    textsOf(values),
    {
      name: [required, length(limits.integrationName)],
      projectName: [onlyFor(isDialogflow, required, length(limits.projectName))],
      jsonContent: [onlyFor(isDialogflow, required, length(limits.jsonContent))],
      urlN8N: [onlyFor(hasAddress, required), onlyFor(isOutside, length(limits.url), optionalAddress)],
      typebotSlug: [onlyFor(isTypebot, required, length(limits.typebotSlug))],
      typebotExpires: [onlyFor(isTypebot, required, atMost(limits.minutes))],
      typebotDelayMessage: [onlyFor(isTypebot, required, atMost(limits.typebotDelay))],
      typebotKeywordFinish: [length(limits.typebotKeyword)],
      typebotKeywordRestart: [length(limits.typebotKeyword)],
      typebotRestartMessage: [length(limits.automaticText)],
      typebotUnknownMessage: [length(limits.automaticText)],
    },
    { ERR_INTEGRATION_NAME_ALREADY_EXISTS: 'name', ERR_NO_FLOW_FOUND: 'flowId', ERR_PROMPT_KEY: 'jsonContent' },
  )
  return form
}
export type IntegrationForm = ReturnType<typeof createForm<IntegrationValues>>
export type IntegrationValues = ReturnType<typeof textsOf>

const defaults = {
  ...{ type: 'typebot' as IntegrationType, name: '', projectName: '', jsonContent: '', urlN8N: '', typebotSlug: '' },
  ...{ language: 'pt-BR' as IntegrationLanguage, typebotExpires: 1, typebotDelayMessage: 1000 },
  ...{ typebotKeywordFinish: '', typebotKeywordRestart: '', typebotRestartMessage: '', typebotUnknownMessage: '' },
  flowId: null as number | null,
}

const textsOf = (values: typeof defaults) => ({
  type: values.type as string,
  name: values.name,
  projectName: values.projectName,
  jsonContent: values.jsonContent,
  language: values.language as string,
  urlN8N: values.urlN8N,
  typebotSlug: values.typebotSlug,
  typebotExpires: String(values.typebotExpires),
  typebotDelayMessage: String(values.typebotDelayMessage),
  typebotKeywordFinish: values.typebotKeywordFinish,
  typebotKeywordRestart: values.typebotKeywordRestart,
  typebotRestartMessage: values.typebotRestartMessage,
  typebotUnknownMessage: values.typebotUnknownMessage,
  flowId: String(values.flowId ?? ''),
})

/** Form values in the format of the API. */
export const integrationInput = (values: IntegrationValues): IntegrationInput => ({
  ...values,
  type: values.type as IntegrationType,
  language: values.language as IntegrationLanguage,
  name: values.name.trim(),
  projectName: values.projectName.trim(),
  urlN8N: values.urlN8N.trim(),
  typebotSlug: values.typebotSlug.trim(),
  jsonContent: values.type === 'dialogflow' ? values.jsonContent.trim() : '',
  typebotExpires: Number(values.typebotExpires),
  typebotDelayMessage: Number(values.typebotDelayMessage),
  flowId: values.type === 'flowbuilder' && values.flowId ? Number(values.flowId) : null,
})
