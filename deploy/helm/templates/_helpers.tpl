{{- define "labels" -}}
app.kubernetes.io/name: newsletter-opportunity-intelligence
app.kubernetes.io/component: {{ . }}
{{- end }}

{{/* Pod security profile "restricted", as user `node` of the images. */}}
{{- define "pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/noi, readOnly: true }
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{/* Secrets as files instead of environment variables. Takes a list of the Secret's name and its keys. */}}
{{- define "volumes" -}}
- name: secrets
  secret:
    secretName: {{ index . 0 }}
    # 0440: readable by the process's group.
    defaultMode: 288
    items:
      {{- range index . 1 }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- end }}

{{- define "secretFiles" -}}
{{- range . }}
- { name: {{ . }}_FILE, value: /run/secrets/noi/{{ . }} }
{{- end }}
{{- end }}

{{- define "probes" -}}
startupProbe:
  httpGet: { path: /health/live, port: metrics }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health/live, port: metrics }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}

{{- define "spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: { app.kubernetes.io/component: {{ . }} }
{{- end }}
