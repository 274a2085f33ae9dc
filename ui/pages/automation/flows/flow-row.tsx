import { Copy, Download, EllipsisVertical, Pencil, Power, PowerOff, Trash2, Workflow } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { Flow } from '../../../../src/features/automation/flows/model'
import { IconButton } from '../../../components/icon-button'
import { Menu } from '../../../components/menu'
import { OnOffBadge } from '../../../components/on-off-badge'
import { toFlow } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { duplicateFlow, removeFlow, switchFlow } from './store'
import { exportFlow } from './transfer'

interface FlowRowProps {
  flow: Flow
  onRename: () => void
}

/** Row of a flow: the whole row opens its editor; a menu has the other actions. */
export function FlowRow({ flow, onRename }: FlowRowProps) {
  const { t } = useTranslation()
  return (
    <li className="relative flex min-h-14 items-center gap-x-3 py-1.5 pr-2 pl-4 hover:bg-hover">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* The link covers the row, so that a click anywhere opens the editor. */}
          <Link href={toFlow(flow.id)} className="wrap-anywhere font-medium after:absolute after:inset-0">
            {flow.name}
          </Link>
          <OnOffBadge on={flow.active} texts={[t('flowList.isActive'), t('flowList.inactive')]} />
        </div>
        <p className="text-muted text-sm">{useVersionText(flow)}</p>
      </div>
      <span className="relative">
        <RowMenu flow={flow} onRename={onRename} />
      </span>
    </li>
  )
}

/** Whether the flow was published, and whether its draft differs. */
function useVersionText({ version, hasChanges }: Flow): string {
  const { t } = useTranslation()
  if (version === null) return t('flowList.neverPublished')
  return hasChanges ? t('flowList.draftAhead', { version }) : t('flowList.publishedVersion', { version })
}

function RowMenu({ flow, onRename }: FlowRowProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { active, name, id } = flow
  return (
    <Menu
      trigger={
        <IconButton label={t('flowList.actionsOf', { name })}>
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
      entries={[
        { label: t('flowList.rename'), icon: <Pencil aria-hidden />, onSelect: onRename },
        { label: t('flowList.edit'), icon: <Workflow aria-hidden />, onSelect: () => navigate(toFlow(id)) },
        { label: t('flowTransfer.export'), icon: <Download aria-hidden />, onSelect: () => void exportFlow(flow) },
        { label: t('flowList.duplicate'), icon: <Copy aria-hidden />, onSelect: () => void duplicateFlow(flow) },
        {
          label: t(active ? 'flowList.deactivate' : 'flowList.activate'),
          icon: active ? <PowerOff aria-hidden /> : <Power aria-hidden />,
          onSelect: () => void switchFlow(flow),
        },
        {
          label: t('common.delete'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          separated: true,
          onSelect: () => void removeFlow(flow),
        },
      ]}
    />
  )
}
