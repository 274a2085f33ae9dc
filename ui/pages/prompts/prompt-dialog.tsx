import { useId, useState } from 'react'
import type { Prompt } from '../../../src/features/prompts/model'
import { FormDialog } from '../../components/form-dialog'
import { Tabs, tabPanelProps } from '../../components/tabs'
import { useForm } from '../../lib/form'
import { useFormTab } from '../../lib/form-tabs'
import { useTranslation } from '../../lib/use-translation'
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
  const tabsId = useId()
  const form = useForm(() => makePromptForm(prompt))
  const [tab, setTab] = useFormTab<Tab, PromptValues>(form, tabs, 'text')
  const [question, setQuestion] = useState(t('prompts.testSample'))
  const send = async (values: PromptValues) => {
    await savePrompt(prompt, promptInput(values))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={prompt ? t('prompts.editTitle') : t('prompts.add')}
      onClose={onClose}
      className=""
      above={
        <div className="-mx-4 -mt-4 mb-4">
          <Tabs
            id={tabsId}
            label={t('prompts.parts')}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'text', label: t('prompts.textTab') },
              { value: 'service', label: t('prompts.serviceTab') },
              { value: 'voice', label: t('prompts.voiceTab') },
              { value: 'test', label: t('prompts.testTab') },
            ]}
          />
        </div>
      }
    >
      <div {...tabPanelProps(tabsId, tab)} className="flex flex-col gap-4">
        {tab === 'text' && <TextTab form={form} />}
        {tab === 'service' && <ServiceTab form={form} />}
        {tab === 'voice' && <VoiceTab form={form} prompt={prompt} />}
        {tab === 'test' && <TestTab form={form} promptId={prompt?.id} question={question} onQuestion={setQuestion} />}
      </div>
    </FormDialog>
  )
}
