import { useState } from 'react'
import type { Prompt } from '../../../../src/features/automation/prompts/model'
import { TabbedFormDialog } from '../../../components/tabbed-form-dialog'
import { useForm } from '../../../lib/form'
import { useFormTab } from '../../../lib/form-tabs'
import { useTranslation } from '../../../lib/use-translation'
import { makePromptForm, type PromptValues, promptInput } from './prompt-form'
import { ServiceTab } from './service-tab'
import { savePrompt } from './store'
import { TestTab } from './test-tab'
import { TextTab } from './text-tab'
import { VoiceTab } from './voice-tab'

const tabs = {
  text: ['name', 'prompt', 'queueId', 'maxMessages', 'maxTokens', 'temperature'],
  service: ['model', 'apiKey', 'baseUrl', 'inputPrice', 'outputPrice'],
  voice: ['voice', 'voiceRegion', 'voiceKey'],
  test: [],
} as const
type Tab = keyof typeof tabs

/** Form of a prompt: its text and limits, the service that answers, and its voice. */
export function PromptDialog({ prompt, onClose }: { prompt: Prompt | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makePromptForm(prompt))
  const [tab, setTab] = useFormTab<Tab, PromptValues>(form, tabs, 'text')
  const [question, setQuestion] = useState(t('prompts.testSample'))
  const send = async (values: PromptValues) => {
    await savePrompt(prompt, promptInput(values))
    onClose()
  }
  return (
    <TabbedFormDialog
      form={form}
      send={send}
      title={prompt ? t('prompts.editTitle') : t('prompts.add')}
      onClose={onClose}
      label={t('prompts.parts')}
      tab={tab}
      onTab={setTab}
      tabs={[
        { value: 'text', label: t('prompts.textTab') },
        { value: 'service', label: t('prompts.serviceTab') },
        { value: 'voice', label: t('prompts.voiceTab') },
        { value: 'test', label: t('prompts.testTab') },
      ]}
    >
      {tab === 'text' && <TextTab form={form} />}
      {tab === 'service' && <ServiceTab form={form} />}
      {tab === 'voice' && <VoiceTab form={form} prompt={prompt} />}
      {tab === 'test' && <TestTab form={form} promptId={prompt?.id} question={question} onQuestion={setQuestion} />}
    </TabbedFormDialog>
  )
}
