{{/* What api, worker and migration have in common. The file system is read-only except for /tmp and the storage. */}}
{{- define "mintwright.podSecurity" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "mintwright.containerSecurity" -}}
image: {{ include "mintwright.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{- define "mintwright.settings" -}}
- { name: HOST, value: "0.0.0.0" }
- { name: PORT, value: "8080" }
- { name: METRICS_HOST, value: "0.0.0.0" }
- { name: METRICS_PORT, value: "9464" }
{{- with .Values.storage }}
{{- if .s3.bucket }}
- { name: S3_BUCKET, value: {{ .s3.bucket | quote }} }
- { name: S3_REGION, value: {{ .s3.region | quote }} }
{{- with .s3.endpoint }}
- { name: S3_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- with .s3.prefix }}
- { name: S3_PREFIX, value: {{ . | quote }} }
{{- end }}
{{- else if .existingClaim }}
- { name: STORAGE_DIRECTORY, value: /var/lib/mintwright }
{{- else }}
{{- fail "Set storage.s3.bucket or storage.existingClaim: every process must see the same files" }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ kindIs "float64" $value | ternary (int64 $value) $value | toString | quote }} }
{{- end }}
{{- end }}

{{- define "mintwright.pod" -}}
{{- $root := .root }}
{{- $part := .part }}
{{- $role := .role }}
metadata:
  labels:
    {{- include "mintwright.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
  annotations:
    # Replaces the pods when mintwright.yaml changes.
    mintwright.dev/config: {{ $root.Values.config | toYaml | sha256sum }}
spec:
  {{- include "mintwright.podSecurity" $root | nindent 2 }}
  serviceAccountName: {{ include "mintwright.serviceAccountName" $root }}
  terminationGracePeriodSeconds: {{ add ($part.drainDelaySeconds | default 0) $part.shutdownTimeoutSeconds 10 }}
  topologySpreadConstraints:
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "mintwright.selector" $root | nindent 10 }}
          app.kubernetes.io/component: {{ $role }}
    {{- end }}
  {{- with $part.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $part.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $part.affinity }}
  affinity: {{ toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ $role }}
      args: [{{ $role }}]
      {{- include "mintwright.containerSecurity" $root | nindent 6 }}
      envFrom:
        - secretRef: { name: {{ include "mintwright.secretName" $root }} }
      env:
        {{- include "mintwright.settings" $root | nindent 8 }}
        - { name: MINTWRIGHT_CONFIG, value: /etc/mintwright/mintwright.yaml }
        - { name: SHUTDOWN_TIMEOUT_MS, value: {{ mul $part.shutdownTimeoutSeconds 1000 | quote }} }
        {{- if $root.Values.contentCredentials.existingSecret }}
        - { name: CREDENTIALS_CERT_FILE, value: /etc/mintwright-credentials/tls.crt }
        - { name: CREDENTIALS_KEY_FILE, value: /etc/mintwright-credentials/tls.key }
        {{- end }}
        {{- with $part.drainDelaySeconds }}
        - { name: DRAIN_DELAY_MS, value: {{ mul . 1000 | quote }} }
        {{- end }}
      ports:
        {{- if eq $role "api" }}
        - { name: http, containerPort: 8080 }
        {{- end }}
        - { name: metrics, containerPort: 9464 }
      {{- $alive := eq $role "api" | ternary "{ path: /health/live, port: http }" "{ path: /metrics, port: metrics }" }}
      # Migrations of a large database may run before the process listens.
      startupProbe:
        httpGet: {{ $alive }}
        periodSeconds: 2
        failureThreshold: 300
      livenessProbe:
        httpGet: {{ $alive }}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      {{- if eq $role "api" }}
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      {{- end }}
      resources: {{ toYaml $part.resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: config, mountPath: /etc/mintwright, readOnly: true }
        {{- if $root.Values.contentCredentials.existingSecret }}
        - { name: credentials, mountPath: /etc/mintwright-credentials, readOnly: true }
        {{- end }}
        {{- if $root.Values.storage.existingClaim }}
        - { name: storage, mountPath: /var/lib/mintwright }
        {{- end }}
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 1Gi } }
    - { name: config, configMap: { name: {{ include "mintwright.name" $root }} } }
    {{- with $root.Values.contentCredentials.existingSecret }}
    # 288 is 0440, which versions of YAML read differently.
    - { name: credentials, secret: { secretName: {{ . }}, defaultMode: 288 } }
    {{- end }}
    {{- with $root.Values.storage.existingClaim }}
    - { name: storage, persistentVolumeClaim: { claimName: {{ . }} } }
    {{- end }}
{{- end }}
