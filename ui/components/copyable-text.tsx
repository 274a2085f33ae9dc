import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { copyText } from '../lib/copy-text'
import { IconButton } from './icon-button'

interface Props {
  text: string
  /** Name of the text for screen readers. */
  label: string
  copyLabel: string
  /** Toast after the copy; by default the general one. */
  copiedToast?: string
  /** Called when the text is in the clipboard. */
  onCopied?: () => void
  /** Further buttons after that to copy. */
  children?: ReactNode
}

/** A key, token or link in a box, wrapped where the line ends, with a button that copies it. */
export function CopyableText({ text, label, copyLabel, copiedToast, onCopied, children }: Props) {
  return (
    <div className="flex items-center gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
      <output aria-label={label} className="min-w-0 flex-1 break-all font-mono text-sm">
        {text}
      </output>
      <IconButton
        label={copyLabel}
        onClick={() => void copyText(text, copiedToast).then((isCopied) => isCopied && onCopied?.())}
      >
        <Copy aria-hidden />
      </IconButton>
      {children}
    </div>
  )
}
