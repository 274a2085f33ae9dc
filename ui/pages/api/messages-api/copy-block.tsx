import { Copy } from 'lucide-react'
import { IconButton } from '../../../components/icon-button'
import { copyText } from '../../../lib/copy-text'
import { useTranslation } from '../../../lib/use-translation'

/** Preformatted text with a button that copies `copied`. */
export function CopyBlock({ text, copied = text, label }: { text: string; copied?: string; label: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto p-3 text-sm">
        <code>{text}</code>
      </pre>
      <IconButton className="mt-1" label={label} onClick={() => void copyText(copied, t('messagesApi.copied'))}>
        <Copy aria-hidden />
      </IconButton>
    </div>
  )
}
