#!/bin/bash
# Builds the stand-in editor image from Debian bookworm packages alone: no registry, no debootstrap, no maintainer
# scripts. Needs root, apt with its lists loaded, and a Docker engine.
# usage: build.sh IMAGE EDITOR_VERSION...   (one tag a version; all layers but the last are shared)
# What comes from Debian is kept as IMAGE-base, so that a change of the sources only compiles anew.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 IMAGE EDITOR_VERSION..." >&2; exit 2; }
SRC=$(cd "$(dirname "$0")/.." && pwd)
IMAGE=$1; shift
RECIPE=$(cd "$SRC" && find . -type f | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum | cut -d' ' -f1)
PKGS="bash dash coreutils sed grep findutils debianutils libc-bin base-files tar gzip procps mono-mcs"
NUNIT="libnunit-framework2.6.3-cil libnunit-core2.6.3-cil libnunit-core-interfaces2.6.3-cil"
KEY=$(sha256sum < "$0" | cut -c1-16)
T=$(mktemp -d)
C=
LABELS=(--change 'LABEL org.swe-game-bench.standin=true' --change "LABEL org.swe-game-bench.recipe=$RECIPE")
cleanup() {
  rm -rf "$T"
  [ -z "$C" ] || docker rm -f "$C" >/dev/null 2>&1 || true
}
trap cleanup EXIT

# Another version of the same recipe: all but the last layer is there already.
EDITOR=$(docker images -q --no-trunc --filter "label=org.swe-game-bench.recipe=$RECIPE" "$IMAGE" | tail -n 1)

import_base() {
echo "standin-editor: fetching Debian packages"
mkdir -p "$T/debs/partial" "$T/root" "$T/nunit"; : > "$T/status"
fetch() {
  apt-get -qq -y -d -o Dir::State::status="$T/status" -o Dir::Cache::archives="$T/debs" -o APT::Install-Recommends=false -o APT::Sandbox::User=root install $PKGS >/dev/null &&
    (cd "$T/nunit" && apt-get -qq -o APT::Sandbox::User=root download $NUNIT)
}
# Missing or old package lists are the usual reason for a failure.
fetch 2>/dev/null || { apt-get -qq update && fetch; }

echo "standin-editor: unpacking"   # without what a compiler and a runtime never read
cd "$T/root"
mkdir -p usr/bin usr/sbin usr/lib usr/lib64 etc tmp root proc sys dev opt/ahead
ln -s usr/bin bin; ln -s usr/sbin sbin; ln -s usr/lib lib; ln -s usr/lib64 lib64; chmod 1777 tmp
for d in "$T"/debs/*.deb "$T"/nunit/*.deb; do
  dpkg-deb --fsys-tarfile "$d" | tar -x --keep-directory-symlink --no-same-owner --wildcards \
    --exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' --exclude='./usr/share/info/*' \
    --exclude='./usr/share/zoneinfo/*' --exclude='./usr/share/perl*' --exclude='./usr/lib/x86_64-linux-gnu/gconv/*' \
    --exclude='./usr/lib/x86_64-linux-gnu/perl*' --exclude='./usr/bin/perl*' --exclude='./usr/bin/*-linux-gnu-*' \
    --exclude='*/libbfd*' --exclude='*/libopcodes*' --exclude='*/lib*prof*' --exclude='./usr/lib/*-gnu/gprofng*'
done
for d in "$T"/debs/*binutils*.deb "$T"/debs/lib{ctf,jansson,sframe,zstd}*.deb; do   # mono's assembler and linker: only while compiling
  [ ! -e "$d" ] || dpkg-deb -x "$d" "$T/unpacked"
done
find "$T/unpacked" -name '*.so*' -exec cp -P {} opt/ahead ';'
cp -L "$T"/unpacked/usr/bin/*-linux-gnu-as opt/ahead/as; cp -L "$T"/unpacked/usr/bin/*-linux-gnu-ld.bfd opt/ahead/ld
ln -sf dash usr/bin/sh
echo 'root:x:0:0:root:/root:/bin/bash' > etc/passwd; echo 'root:x:0:' > etc/group; chroot . /sbin/ldconfig
tar -c . | docker import --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' --change 'ENV UNITY_PATH=/opt/unity' --change 'ENV HOME=/root' --change 'CMD ["/bin/bash"]' - "$IMAGE-base:$KEY" >/dev/null
}

build() {
docker image inspect "$IMAGE-base:$KEY" >/dev/null 2>&1 || import_base
echo "standin-editor: compiling"   # in a container, since mono wants /proc
C=$(docker create --network none -i "$IMAGE-base:$KEY" sh -c 'mkdir -p /opt/unity/Editor /src && tar -x -C /src && PATH=/opt/ahead:$PATH LD_LIBRARY_PATH=/opt/ahead sh /src/image/compile.sh /src /opt/unity/Editor && install -m755 /src/image/unity-editor /usr/bin/unity-editor && rm -rf /src /opt/ahead')
tar -c -C "$SRC" stub editor image behaviours.txt | docker start -ai "$C" || { echo "standin-editor: the editor could not be compiled" >&2; exit 1; }
EDITOR=$(docker commit "$C"); docker rm "$C" >/dev/null; C=
}

[ -n "$EDITOR" ] || build
for v in "$@"; do
  C=$(docker create --network none "$EDITOR" sh -c "echo $v > /opt/unity/version"); docker start -a "$C"
  docker commit "${LABELS[@]}" --change 'CMD ["/bin/bash"]' "$C" "$IMAGE:$v" >/dev/null; docker rm "$C" >/dev/null
  C=
  echo "standin-editor: built $IMAGE:$v"
done
