import { computed } from '@preact/signals-react'
import { system } from './system'

/**
 * Page of the simulated WhatsApp, or null with the real one. A server names its own machine `localhost`, which a browser
 * on another machine reaches by the name in its address.
 */
export const simulatorUrl = computed(() => {
  const url = URL.parse(system.value?.simulatorUrl ?? '')
  if (!url) return null
  if (url.hostname === 'localhost') url.hostname = location.hostname
  return url.href
})
