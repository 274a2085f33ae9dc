import { useRef } from 'react'
import type { Announcement } from '../../../../src/features/provider/announcements/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { type ChosenFileValue, FileField } from '../../../components/file-field'
import { FormDialog } from '../../../components/form-dialog'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { createForm, length, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { CompaniesField } from './companies-field'
import { saveAnnouncement } from './store'

const storedPicture = (record: Announcement | null): ChosenFileValue =>
  record?.mediaPath ? { kind: 'kept', name: record.mediaName ?? '', url: record.mediaPath, mime: 'image/png' } : null

const makeForm = (record: Announcement | null) =>
  createForm(
    {
      title: record?.title ?? '',
      text: record?.text ?? '',
      priority: String(record?.priority ?? 3),
      status: record?.status ?? true,
      picture: storedPicture(record),
      companies: record?.companies ?? [],
    },
    { title: [required, length(limits.announcementTitle)], text: [required, length(limits.announcementText)] },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

export function AnnouncementDialog({ record, onClose }: { record: Announcement | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(record))
  const savedRecord = useRef(record)
  const send = async ({ priority, picture, companies, ...words }: Values) => {
    const companyIds = companies.map(({ id }) => id)
    await saveAnnouncement(savedRecord.current, { ...words, companyIds, priority: Number(priority) }, picture).catch(
      (failure) => {
        savedRecord.current = failure.written ?? savedRecord.current
        throw failure
      },
    )
    onClose()
  }
  const validatePicture = ({ type, size }: File) =>
    ['image/png', 'image/jpeg'].includes(type) && size <= limits.announcementPicture
      ? null
      : t('announcements.pictureWrong')
  const priorities = [
    { value: '1', label: t('announcements.priorities.high') },
    { value: '2', label: t('announcements.priorities.medium') },
    { value: '3', label: t('announcements.priorities.low') },
  ]
  return (
    <FormDialog
      isPanel
      form={form}
      send={send}
      title={record ? t('announcements.edit') : t('announcements.add')}
      onClose={onClose}
    >
      <TextField
        field={form.field('title')}
        label={t('announcements.name')}
        maxLength={limits.announcementTitle.max}
        autoComplete="off"
        autoFocus
      />
      <TextField
        field={form.field('text')}
        label={t('announcements.text')}
        rows={5}
        maxLength={limits.announcementText.max}
      />
      <Select field={form.field('priority')} label={t('announcements.priority')} choices={priorities} />
      <FileField
        field={form.field('picture')}
        label={t('announcements.picture')}
        hint={t('announcements.pictureHint')}
        accept="image/png,image/jpeg"
        validate={validatePicture}
      />
      <CompaniesField field={form.field('companies')} />
      <SwitchField field={form.field('status')} label={t('announcements.status')} />
    </FormDialog>
  )
}
