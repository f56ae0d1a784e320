# SPDX-License-Identifier: Apache-2.0 OR MIT
# Functions of the scripts: Debian packages, builds, hypre's driver ij, MPI. Source
# this file in a POSIX shell with $top set to the folder of the checkout.

# Debian 12 packages that a build of all parts needs.
build_packages="gcc g++ make autoconf automake libtool pkg-config libopenmpi-dev openmpi-bin
libhypre-dev libcjson-dev libsuitesparse-dev zlib1g-dev dpkg-dev"

say()
{
   printf '\n== %s\n' "$*"
}

die()
{
   printf '%s: %s\n' "$(basename "$0")" "$*" >&2
   exit 1
}

# Cores of this process; nproc obeys OMP_NUM_THREADS.
cores()
{
   env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc
}

# Run apt-get quietly; wait while another process holds a lock of the package manager: apt_get
# ARGUMENT...
apt_get()
{
   waits=no
   until output=$(DEBIAN_FRONTEND=noninteractive apt-get -q "$@" 2>&1); do
      case $output in
         *"Could not get lock"* | *"Unable to lock"*) ;;
         *)
            echo "$output" | tail -n 5
            return 1
            ;;
      esac
      [ $waits = yes ] || echo "waiting for the package manager's lock, which another process holds"
      waits=yes
      sleep "${TRISWEEP_TEST_LOCK_PAUSE:-5}"
   done
}

# Install missing Debian packages; without root, print the command and exit: need_packages NAME...
need_packages()
{
   missing=
   for package in "$@"; do
      if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed'; then
         missing="$missing $package"
      fi
   done
   [ -n "$missing" ] || return 0
   command -v apt-get >/dev/null || die "needs these packages, by their Debian names:$missing"
   if [ "$(id -u)" -ne 0 ]; then
      die "these packages are missing; install them, then run this again:
   sudo apt-get install --no-install-recommends$missing"
   fi
   say "installing$missing"
   apt_get update || die "apt-get update failed"
   # shellcheck disable=SC2086
   apt_get install -y --no-install-recommends $missing || die "apt-get could not install$missing"
}

# Settings for Open MPI on small machines: more ranks than cores, and root in containers.
mpi_settings()
{
   export OMPI_MCA_rmaps_base_oversubscribe=1
   export OMPI_MCA_mpi_yield_when_idle=1
   export OMPI_MCA_btl_base_warn_component_unused=0
   # Containers often forbid reading the memory of another process.
   export OMPI_MCA_btl_vader_single_copy_mechanism=none
   if [ "$(id -u)" -eq 0 ]; then
      export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
   fi
}

# Print the lines of a log that report errors or, without such lines, its end: show_failure LOG
show_failure()
{
   grep -i 'error\|undefined reference\|cannot find\|not found\|no space left' "$1" |
      grep -v -e '-Werror\|^libtool: \|^checking \|/bin/.* -c \|^make' >"$1.why"
   if [ -s "$1.why" ]; then
      head -n 20 "$1.why"
   else
      tail -n 30 "$1"
   fi
   echo "(all of it: $1)"
}

# Configure and build in a folder, with a log there: build_in FOLDER [CONFIGURE-OPTION...]
build_in()
{
   folder=$1
   shift
   mkdir -p "$folder"
   if [ ! -x "$top/configure" ]; then
      (cd "$top" && ./bootstrap) >"$folder/bootstrap.log" 2>&1 ||
         { cat "$folder/bootstrap.log"; die "bootstrap failed"; }
   fi
   if [ ! -f "$folder/Makefile" ] || [ "$(cat "$folder/configured" 2>/dev/null)" != "$*" ]; then
      (cd "$folder" && "$top/configure" "$@") >"$folder/configure.log" 2>&1 ||
         { show_failure "$folder/configure.log"; die "cannot configure in $folder"; }
      printf '%s\n' "$*" >"$folder/configured"
   fi
   make -C "$folder" -j"$(cores)" >"$folder/make.log" 2>&1 ||
      { show_failure "$folder/make.log"; die "the build in $folder failed"; }
}

# Print the command of a python3 that has a module: python_with MODULE
python_with()
{
   for python in python3 /usr/bin/python3; do
      if "$python" -c "import $1" 2>/dev/null; then
         echo "$python"
         return 0
      fi
   done
   die "there is no python3 with $1"
}

# Write deb-src entries for all sources of /etc/apt to FOLDER: derive_source_entries FOLDER
derive_source_entries()
{
   for file in /etc/apt/sources.list.d/*.sources; do
      [ -f "$file" ] &&
         sed 's/^[Tt][Yy][Pp][Ee][Ss]:.*/Types: deb-src/' "$file" >"$1/$(basename "$file")"
   done
   for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
      [ -f "$file" ] && sed -n -e '/cdrom:/d' -e 's/^[[:space:]]*deb[[:space:]]/deb-src /p' \
         "$file" >"$1/$(basename "$file")"
   done
   return 0
}

# Download hypre's source package with package lists of its own: download_hypre FOLDER. The
# system's lists do not change, and root is not needed. "update" may fail for an entry without
# source packages; the result is the status of "source".
download_hypre()
{
   apt=$1/apt
   version=$(dpkg-query -W -f '${source:Version}' libhypre-dev 2>/dev/null)
   mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/archives/partial"
   derive_source_entries "$apt/parts"
   set -- -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/parts" \
      -o "Dir::State::lists=$apt/lists" -o "Dir::Cache::archives=$apt/archives" \
      -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root
   (
      cd "$apt/.." || exit 1
      apt-get "$@" update
      apt-get "$@" source "hypre${version:+=$version}"
   ) >"$apt/log" 2>&1
}

# Print the folder of hypre's sources below FOLDER; download them if missing: hypre_source FOLDER
hypre_source()
{
   set -- "$1" "$(echo "$1"/hypre-[0-9]*/src/test/ij.c)"
   if [ ! -f "$2" ]; then
      command -v apt-get >/dev/null || die "there is no apt-get to download hypre's source package;
   unpack the sources of your hypre as $1/hypre-VERSION, then run this again"
      download_hypre "$1" || { tail -5 "$1/apt/log" >&2; die "cannot get hypre's source package
   with the sources of /etc/apt; the log is $1/apt/log"; }
   fi
   dirname "$(dirname "$(dirname "$(echo "$1"/hypre-[0-9]*/src/test/ij.c)")")"
}

# Compile ij.c, unmodified, to an object: compile_ij SOURCE OBJECT [FLAG...]
compile_ij()
{
   source=$1
   object=$2
   shift 2
   [ -f "$object" ] || mpicc -O2 -w -DHYPRE_TIMING "$@" -I/usr/include/hypre \
      -c "$source/src/test/ij.c" -o "$object" || die "cannot compile ij.c"
}
