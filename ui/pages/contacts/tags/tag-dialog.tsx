import type { Tag } from '../../../../src/features/contacts/tags/model'
import { limits } from '../../../../src/shared/limits'
import { colors } from '../../../../src/shared/palette'
import { ColorPicker } from '../../../components/color-picker'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { SwitchField } from '../../../components/switch-field'
import { TagChip } from '../../../components/tag-chips'
import { useCan } from '../../../lib/can'
import { createForm, type Field, length, required, useForm } from '../../../lib/form'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { saveTag, tagPages } from './store'

const makeForm = (tag: Tag | null) =>
  createForm(
    { name: tag?.name ?? '', color: tag?.color ?? freeColor(), kanban: tag?.kanban === 1 },
    { name: [required, length(limits.tagName)] },
    { ERR_TAG_NAME_ALREADY_EXISTS: 'name' },
  )

/** First palette colour not used on the loaded pages. */
function freeColor(): string {
  const used = new Set(tagPages.rows.peek().map(({ color }) => color))
  return colors.find((color) => !used.has(color)) ?? (colors[0] as string)
}

/** Form of a tag; the lane switch is for users who may manage lanes. */
export function TagDialog({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(tag))
  const mayLanes = useCan('tag:kanban')
  const hasBoard = useMe().company.plan.useKanban
  const send = async ({ name, color, kanban }: { name: string; color: string; kanban: boolean }) => {
    const lane = mayLanes && hasBoard ? { kanban: kanban ? (1 as const) : (0 as const) } : {}
    await saveTag(tag, { name: name.trim(), color, ...lane })
    onClose()
  }
  return (
    <FormDialog form={form} send={send} title={tag ? t('tags.editTitle') : t('tags.addTitle')} onClose={onClose}>
      <TextField
        field={form.field('name')}
        label={t('tags.name')}
        placeholder={t('tags.namePlaceholder')}
        maxLength={limits.tagName.max}
        autoComplete="off"
        autoFocus
      />
      <ColorPicker field={form.field('color')} label={t('tags.color')} />
      <Preview name={form.field('name')} color={form.field('color')} />
      {mayLanes && hasBoard && (
        <SwitchField field={form.field('kanban')} label={t('tags.kanban')} hint={t('tags.kanbanHint')} />
      )}
    </FormDialog>
  )
}

function Preview({ name, color }: { name: Field<string>; color: Field<string> }) {
  const { t } = useTranslation()
  const text = useValue(name.value).trim()
  return (
    <p className="flex items-center gap-2 text-muted text-sm">
      {t('tags.preview')}
      <TagChip tag={{ name: text || t('tags.namePlaceholder'), color: useValue(color.value) }} />
    </p>
  )
}
