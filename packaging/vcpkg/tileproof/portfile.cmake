# SPDX-License-Identifier: BSL-1.0
# UNTESTED: written by vcpkg's documentation, never run. An overlay port inside the source tree:
#   vcpkg install tileproof --overlay-ports=packaging/vcpkg
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)
vcpkg_configure_meson(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -Dtests=false -Dexplorer=disabled)
vcpkg_install_meson()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/tileproof)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
