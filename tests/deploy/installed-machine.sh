# Runs a command on this machine as it looks after the steps of docs/guides/deployment.md. Everything happens in a mount
# namespace of its own, so nothing is installed outside of it. Like the unit, it makes the file system read-only. The
# first command installs and must end before another starts: they all share one /etc.
# Needs: REPOSITORY, NODE, SCRATCH, INSTALL (commands of the guide), SETTINGS (the content of mintwright.env).
set -eu
umask 022
mount --make-rprivate /
installed=$SCRATCH/etc/mintwright/mintwright.env
[ -e "$installed" ] || cp -a /etc "$SCRATCH/etc"
mount --bind "$SCRATCH/etc" /etc
for folder in /opt /usr/local/bin /var/lib /var/cache; do mount -t tmpfs tmpfs "$folder"; done

touch /usr/local/bin/node
mount --bind "$NODE" /usr/local/bin/node
mkdir -p /opt/mintwright/repository /opt/mintwright/node_modules/.bin
mount --bind "$REPOSITORY" /opt/mintwright/repository
ln -s ../repository/apps/server /opt/mintwright/node_modules/mintwright
ln -s ../mintwright/bin/mintwright.js /opt/mintwright/node_modules/.bin/mintwright

cd "$REPOSITORY"
if [ ! -e "$installed" ]; then
  eval "$INSTALL"
  printf '%s\n' "$SETTINGS" >/etc/mintwright/mintwright.env
fi

# What StateDirectory and CacheDirectory do.
install -d -o mintwright -g mintwright -m 700 "$SCRATCH/state" "$SCRATCH/cache" /var/lib/mintwright /var/cache/mintwright
mount --bind "$SCRATCH/state" /var/lib/mintwright
mount --bind "$SCRATCH/cache" /var/cache/mintwright
# What PrivateTmp and ProtectSystem=strict do.
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -o remount,bind,ro /
exec "$@"
