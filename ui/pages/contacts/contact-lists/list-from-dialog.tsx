import { useLocation } from 'wouter'
import { AppError } from '../../../../src/shared/errors'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { Select } from '../../../components/select'
import { createForm, length, required, useForm } from '../../../lib/form'
import { toContactList } from '../../../lib/paths'
import { useTags } from '../../../lib/tags'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { createListFrom } from './store'

const makeForm = () =>
  createForm(
    { name: '', source: 'tag' as string, tagId: '', searchParam: '' },
    { name: [required, length(limits.contactListName)] },
    { ERR_NO_TAG_FOUND: 'tagId' },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

/** New list with people the company already has: contacts with a tag, or all contacts that match a text. */
export function ListFromDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const form = useForm(makeForm)
  const { rows: tags } = useTags()
  const source = useValue(form.field('source').value)
  const send = async ({ name, source, tagId, searchParam }: Values) => {
    if (source === 'tag' && tagId === '') throw new AppError('ERR_NO_TAG_FOUND')
    const people = source === 'tag' ? { tagId: Number(tagId) } : { contacts: { searchParam } }
    const { id } = await createListFrom({ name: name.trim(), ...people })
    onClose()
    navigate(toContactList(id))
  }
  return (
    <FormDialog form={form} send={send} title={t('contactLists.from')} onClose={onClose}>
      <TextField
        field={form.field('name')}
        label={t('contactLists.name')}
        maxLength={limits.contactListName.max}
        autoComplete="off"
        autoFocus
      />
      <Select
        field={form.field('source')}
        label={t('contactLists.fromSource')}
        choices={(['tag', 'contacts'] as const).map((value) => ({ value, label: t(`contactLists.froms.${value}`) }))}
      />
      {source === 'tag' ? (
        <Select
          field={form.field('tagId')}
          label={t('contactLists.fromTag')}
          placeholder={t('contactLists.chooseTag')}
          choices={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      ) : (
        <TextField
          field={form.field('searchParam')}
          label={t('contactLists.fromSearch')}
          hint={t('contactLists.fromSearchHint')}
          maxLength={limits.search.max}
          autoComplete="off"
          optional
        />
      )}
    </FormDialog>
  )
}
