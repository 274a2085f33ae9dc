import { type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from '../../../../lib/use-translation'

export interface FilePickerHandle {
  open: (kind: 'files' | 'camera' | 'gallery') => void
}
const kinds = {
  files: { accept: '', capture: '' },
  camera: { accept: 'image/*', capture: 'environment' },
  gallery: { accept: 'image/*,video/*', capture: '' },
} as const

/** Opens the browser's file chooser, or the camera or gallery of a phone. */
export function FilePicker({ ref, onFiles }: { ref: Ref<FilePickerHandle>; onFiles: (files: File[]) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({
    open(kind) {
      const element = input.current
      if (!element) return
      const { accept, capture } = kinds[kind]
      element.accept = accept
      element.capture = capture
      // A camera returns one picture.
      element.multiple = !capture
      if (!capture) element.removeAttribute('capture')
      element.click()
    },
  }))
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label={t('tickets.attach')}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        target.value = ''
      }}
    />
  )
}
