import { Copy } from 'lucide-react'
import { IconButton } from '../../components/icon-button'
import { toastError, toastSuccess } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'

/** Preformatted text with a button that copies `copied`. */
export function CopyBlock({ text, copied = text, label }: { text: string; copied?: string; label: string }) {
  const { t } = useTranslation()
  const copy = () =>
    navigator.clipboard
      .writeText(copied)
      .then(() => toastSuccess(t('messagesApi.copied')))
      .catch(toastError)
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto p-3 text-sm">
        <code>{text}</code>
      </pre>
      <IconButton label={label} onClick={() => void copy()}>
        <Copy aria-hidden />
      </IconButton>
    </div>
  )
}
