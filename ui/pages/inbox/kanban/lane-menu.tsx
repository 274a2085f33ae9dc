import { ArrowLeft, ArrowRight, EllipsisVertical, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Tag } from '../../../../src/features/contacts/tags/model'
import { IconButton } from '../../../components/icon-button'
import { Menu } from '../../../components/menu'
import { useCan } from '../../../lib/can'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { TagDialog } from '../../contacts/tags/tag-dialog'
import { moveLaneBy } from './move-card'
import { lanes } from './store'

/** Menu of a lane for users who may manage lanes: edit the tag, move left or right. */
export function LaneMenu({ tag }: { tag: Tag }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const all = useValue(lanes)
  const at = all.findIndex(({ id }) => id === tag.id)
  if (!useCan('tag:kanban')) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton size="sm" label={t('kanban.laneActions', { name: tag.name })} className="-mr-2">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
        entries={[
          { label: t('tags.editTitle'), icon: <Pencil aria-hidden />, onSelect: () => setEditing(true) },
          {
            label: t('kanban.laneLeft'),
            icon: <ArrowLeft aria-hidden />,
            disabled: at <= 0,
            onSelect: () => void moveLaneBy(tag, -1),
          },
          {
            label: t('kanban.laneRight'),
            icon: <ArrowRight aria-hidden />,
            disabled: at === all.length - 1,
            onSelect: () => void moveLaneBy(tag, 1),
          },
        ]}
      />
      {editing && <TagDialog tag={tag} onClose={() => setEditing(false)} />}
    </>
  )
}
