import type { AriaLabelConfig } from '@xyflow/react'
import { useMemo } from 'react'
import { useTranslation } from '../../../../lib/use-translation'

/** Sentences of the canvas library for screen readers, in the reader's language. */
export function useCanvasLabels(): Partial<AriaLabelConfig> {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      'node.a11yDescription.default': t('flowBuilder.nodeKeys'),
      'node.a11yDescription.keyboardDisabled': t('flowBuilder.nodeKeys'),
      'edge.a11yDescription.default': t('flowBuilder.edgeKeys'),
      'handle.ariaLabel': t('flowBuilder.port'),
    }),
    [t],
  )
}
