import { FlaskConical, History, type LucideIcon, Play, Tag, X } from 'lucide-react'
import { type ComponentType, type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '../../../components/button'
import { IconButton } from '../../../components/icon-button'
import { useTranslation } from '../../../lib/use-translation'
import { CasesPanel } from './cases/cases-panel'
import type { FlowDocument } from './editor/document'
import { ReplayPanel } from './replay/replay-panel'
import { TryPanel } from './try/try-panel'
import { VersionsPanel } from './versions/versions-panel'

/** A panel beside the canvas: it reads the flow with `useEditor` and marks the canvas with `editor.highlight`. */
interface FlowPanel {
  id: string
  title: string
  icon: LucideIcon
  Panel: ComponentType<{ document: FlowDocument }>
}

/** Panels in the order of their buttons; a new panel needs a row here. A hook, for the titles. */
function useFlowPanels(): FlowPanel[] {
  const { t } = useTranslation()
  return [
    { id: 'try', title: t('flowTrial.title'), icon: Play, Panel: TryPanel },
    { id: 'versions', title: t('flowVersions.title'), icon: Tag, Panel: VersionsPanel },
    { id: 'replay', title: t('flowReplay.title'), icon: History, Panel: ReplayPanel },
    { id: 'cases', title: t('flowCases.title'), icon: FlaskConical, Panel: CasesPanel },
  ]
}

interface PanelButtonsProps {
  /** Open panel, or null. */
  openId: string | null
  onOpen: (id: string | null) => void
}

/** Buttons of the panels; that of the trial has its name. */
export function PanelButtons({ openId, onOpen }: PanelButtonsProps) {
  return useFlowPanels().map(({ id, title, icon: Icon }) => {
    const toggle = () => onOpen(id === openId ? null : id)
    return id === 'try' ? (
      <Button key={id} icon={<Icon aria-hidden />} aria-pressed={id === openId} onClick={toggle}>
        {title}
      </Button>
    ) : (
      <IconButton key={id} label={title} pressed={id === openId} onClick={toggle}>
        <Icon aria-hidden />
      </IconButton>
    )
  })
}

interface FlowPanelProps {
  document: FlowDocument
  openId: string | null
  onClose: () => void
  /** True if the open panel covers everything beside it. */
  isCovering: boolean
  /** True while the inspector has its place; the panel keeps its state. */
  isHidden: boolean
}

/** The open panel beside the canvas; on a phone it covers the whole flow builder. */
export function FlowPanel({ document, openId, onClose, isCovering, isHidden }: FlowPanelProps) {
  const { t } = useTranslation()
  const open = useFlowPanels().find(({ id }) => id === openId)
  const panel = useRef<HTMLElement>(null)
  useFocusInside(panel, isCovering)
  if (!open) return null
  return (
    <section
      ref={panel}
      hidden={isHidden}
      aria-label={open.title}
      className="z-20 flex w-full shrink-0 flex-col border-line border-l bg-surface [&[hidden]]:hidden max-sm:absolute max-sm:inset-0 sm:w-88"
    >
      <div className="flex items-center gap-2 border-line border-b py-1 pr-1 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{open.title}</h2>
        <IconButton label={t('common.close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <open.Panel document={document} />
      </div>
    </section>
  )
}

/** Moves the focus into an element while it covers the page, and back to where it was. */
function useFocusInside(element: RefObject<HTMLElement | null>, isCovering: boolean) {
  useLayoutEffect(() => {
    if (!isCovering) return
    const before = document.activeElement as HTMLElement | null
    element.current?.querySelector('button')?.focus()
    return () => void requestAnimationFrame(() => before?.focus())
  }, [element, isCovering])
}
