/** Units of systemd as docs/self-hosting.md shows them; a test compares them. */

/** The unit of a server whose executable is at this path. */
export const serviceUnitOf = (started: string) => serviceUnit.replace('/usr/local/bin/balcao', started)

export const serviceUnit = `[Unit]
Description=Balcão
After=network-online.target
Wants=network-online.target
# Starts with every end that was no success, also one that is followed by a restart.
OnFailure=balcao-failed.service

[Service]
# The server says when it is ready, and every ten seconds that its event loop runs. systemd ends and restarts a server
# that has said nothing for a minute.
Type=notify
NotifyAccess=main
WatchdogSec=60
# A migration of a large database takes minutes.
TimeoutStartSec=15min
User=balcao
# Reads /etc/balcao/balcao.env by itself: no Environment= lines here, which commands would not see.
ExecStart=/usr/local/bin/balcao serve
Restart=on-failure
RestartSec=2
# 2: a variable or the command line is wrong, and stays wrong.
RestartPreventExitStatus=2
# The server finishes its work within ten seconds of SIGTERM.
TimeoutStopSec=15
LimitNOFILE=65536
# A process that needs more ends alone and is restarted, before the kernel ends another one of the machine.
MemoryMax=80%
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
ReadWritePaths=/var/lib/balcao

[Install]
WantedBy=multi-user.target
`

export const failedUnit = `[Unit]
Description=Says that Balcão ended

[Service]
Type=oneshot
ExecStart=/bin/sh -c 'systemctl status --no-pager --lines=20 balcao | systemd-cat -t balcao-failed -p crit'
`
