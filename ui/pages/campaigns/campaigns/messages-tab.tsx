import { useId, useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { limits } from '../../../../src/shared/limits'
import { FileField } from '../../../components/file-field'
import { Select } from '../../../components/select'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { useCampaignSettings } from '../../../lib/use-campaign-settings'
import { useFileLists } from '../../../lib/use-file-lists'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { type CampaignForm, type MessageName, messageNames } from './campaign-form'
import { MessageField } from './message-field'
import { Preview } from './preview'
import { TestForm } from './test-form'
import { UnknownVariables } from './unknown-variables'
import { useFirstRecipient } from './use-first-recipient'

interface MessagesTabProps {
  form: CampaignForm
  disabled: boolean
  /** Saves the campaign without its start, for a test; missing when it may not change. */
  onStore?: () => Promise<Campaign>
}

/** Up to five texts, what is sent with them, and each text as a chosen person reads it. */
export function MessagesTab({ form, disabled, onStore }: MessagesTabProps) {
  const { t } = useTranslation()
  const tabsId = useId()
  const [name, setName] = useState<MessageName>('message1')
  const n = messageNames.indexOf(name) + 1
  const variables = useCampaignSettings()?.variables ?? null
  const fileLists = useFileLists()
  const first = useFirstRecipient({
    contactListId: useValue(form.field('contactListId').value),
    tagId: useValue(form.field('tagId').value),
  })
  const fileListId = Number(useValue(form.field('fileListId').value))
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <Tabs
            id={tabsId}
            size="sm"
            label={t('campaigns.messageTabs')}
            value={name}
            onChange={setName}
            tabs={messageNames.map((value, at) => ({ value, label: t('campaigns.messageTab', { n: at + 1 }) }))}
          />
          <div {...tabPanelProps(tabsId, name)} className="pt-3">
            <MessageField
              key={name}
              field={form.field(name)}
              label={t('campaigns.message', { n })}
              hint={t('campaigns.messageHint', { brace: '{' })}
              variables={variables ?? []}
              listHeadings={Object.keys(first?.variables ?? {})}
              disabled={disabled}
            />
          </div>
        </div>
        {variables && <UnknownVariables form={form} variables={variables} first={first} />}
        <FileField
          field={form.field('media')}
          label={t('campaigns.media')}
          hint={t('campaigns.mediaHint', { max: limits.caption.max })}
          disabled={disabled}
        />
        <Select
          field={form.field('fileListId')}
          label={t('campaigns.fileList')}
          hint={t('campaigns.fileListHint')}
          disabled={disabled}
          isLoading={fileLists === null}
          choices={[
            { value: '', label: t('campaigns.none') },
            ...(fileLists ?? []).map((list) => ({ value: String(list.id), label: list.name })),
          ]}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Preview
          form={form}
          name={name}
          first={first}
          variables={variables ?? []}
          fileList={fileLists?.find(({ id }) => id === fileListId) ?? null}
        />
        {onStore && <TestForm form={form} variant={n} onStore={onStore} />}
      </div>
    </div>
  )
}
