import { CircleHelp, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Help } from '../../../../../src/features/provider/help/model'
import { BoxedList } from '../../../../components/boxed-list'
import { EmptyState } from '../../../../components/empty-state'
import { IconButton } from '../../../../components/icon-button'
import { useTranslation } from '../../../../lib/use-translation'
import { SettingsHead } from '../../../../navigation/settings-head'
import { helps, removeHelp } from '../../../provider/help/store'
import { HelpDialog } from './help-dialog'

/** Editor for the videos of the help page. */
export function HelpsTab() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ help: Help | null } | null>(null)
  useEffect(() => {
    if (helps.state.peek() !== 'idle') void helps.reload()
  }, [])
  return (
    <>
      <SettingsHead add={{ label: t('helps.add'), onAdd: () => setOpen({ help: null }) }} />
      <BoxedList
        list={helps}
        label={t('settings.helps')}
        skeletonRows={3}
        empty={<EmptyState icon={<CircleHelp />} title={t('helps.emptyTitle')} text={t('helps.emptyText')} />}
        hideEnd
        render={(help) => <Row help={help} onEdit={() => setOpen({ help })} />}
      />
      {open && <HelpDialog help={open.help} onClose={() => setOpen(null)} />}
    </>
  )
}

function Row({ help, onEdit }: { help: Help; onEdit: () => void }) {
  const { t } = useTranslation()
  const { title, description, video } = help
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{title}</p>
        <p className="truncate text-muted text-sm">{description || video}</p>
      </div>
      <div className="flex shrink-0">
        <IconButton label={t('helps.editOf', { title })} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={t('helps.deleteOf', { title })} tone="danger" onClick={() => void removeHelp(help)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
