import { type Signal, signal } from '@preact/signals-react'
import { useId, useState } from 'react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { Dialog } from '../../../components/dialog'
import { Form, SubmitButton } from '../../../components/form'
import { guardedClose } from '../../../components/guarded-close'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { useForm } from '../../../lib/form'
import { useFormTab } from '../../../lib/form-tabs'
import { useList } from '../../../lib/list'
import { formatDateTime } from '../../../lib/time'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import {
  type CampaignForm,
  type CampaignValues,
  fieldsByTab,
  makeCampaignForm,
  storedMedia,
  type TabName,
} from './campaign-form'
import { FollowUpsTab } from './follow-ups-tab'
import { MessagesTab } from './messages-tab'
import { PeopleTab } from './people-tab'
import { saveCampaign } from './save-campaign'
import { StartTab } from './start-tab'
import { campaigns } from './store'
import { useReadOnlyReason } from './use-read-only-reason'

interface CampaignDialogProps {
  /** Null for a new campaign. */
  campaign: Campaign | null
  onClose: () => void
}

/** Form of a campaign in tabs: people, messages, start. Read-only with a reason when it may not change. */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useTranslation()
  const [formId, tabsId] = [useId(), useId()]
  const form = useForm(() => makeCampaignForm(campaign))
  const [tab, setTab] = useFormTab<TabName, CampaignValues>(form, fieldsByTab, 'people')
  const [stored] = useState(() => signal(campaign))
  const isNew = useValue(stored) === null
  const live = useList(campaigns).rows.find(({ id }) => id === campaign?.id) ?? campaign
  const reason = useReadOnlyReason(live)
  const disabled = reason !== null
  const close = guardedClose(form, onClose)
  const send = async (values: CampaignValues) => {
    const saved = await storeCampaign(form, stored, true)
    if (saved.status === 'PROGRAMADA' && values.start === 'later')
      toastSuccess(t('campaigns.scheduled', { when: formatDateTime(saved.scheduledAt as string) }))
    else toastSuccess(values.start === 'now' ? t('campaigns.started') : t('campaigns.created'))
    onClose()
  }
  const tabs = (Object.keys(fieldsByTab) as TabName[]).map((value) => ({ value, label: t(`campaigns.tabs.${value}`) }))
  return (
    <Dialog open size="lg" title={titleOf()} onClose={close} footer={footer()}>
      <div className="-mx-4 -mt-4 mb-4">
        <Tabs id={tabsId} label={t('campaigns.parts')} value={tab} onChange={setTab} tabs={tabs} />
      </div>
      <Form id={formId} form={form} send={send} className="flex flex-col gap-4 sm:min-h-112">
        {reason && <Alert tone="info">{reason}</Alert>}
        <div {...tabPanelProps(tabsId, tab)} className="flex flex-col gap-4">
          {tab === 'people' && <PeopleTab form={form} disabled={disabled} />}
          {tab === 'messages' && (
            <MessagesTab
              form={form}
              disabled={disabled}
              onStore={disabled ? undefined : () => storeCampaign(form, stored, false)}
            />
          )}
          {tab === 'followUps' && <FollowUpsTab form={form} disabled={disabled} />}
          {tab === 'start' && <StartTab form={form} disabled={disabled} isStopped={live?.status === 'CANCELADA'} />}
        </div>
      </Form>
    </Dialog>
  )

  function titleOf() {
    if (isNew) return t('campaigns.add')
    return disabled ? t('campaigns.viewTitle') : t('campaigns.editTitle')
  }
  function footer() {
    if (disabled) return <Button onClick={close}>{t('common.close')}</Button>
    return (
      <>
        <Button onClick={close}>{t('common.cancel')}</Button>
        <SubmitButton of={form} formId={formId}>
          {t('common.save')}
        </SubmitButton>
      </>
    )
  }
}

/** Saves the values on screen and shows the file as stored. @throws AppError */
async function storeCampaign(form: CampaignForm, stored: Signal<Campaign | null>, schedules: boolean) {
  const saved = await saveCampaign(stored.peek(), form.values(), {
    schedules,
    onStored(row) {
      stored.value = row
      campaigns.put(row)
    },
  })
  const media = form.field('media').value
  if (media.peek()?.kind === 'picked') media.value = storedMedia(saved)
  return saved
}
